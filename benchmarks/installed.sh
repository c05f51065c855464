#!/usr/bin/env bash
# From nothing to a solved game with a wheel, for every Python here, with the newest and the oldest dependencies.
# Usage: benchmarks/installed.sh WHEEL.  Needs uv, or pip's own network access; prints seconds of the wall clock.
set -euo pipefail
wheel=$(realpath "${1:?give the wheel}")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export HOME="$here/home" PYTHONDONTWRITEBYTECODE=1
mkdir "$HOME"
cd "$here"
for python in python3.11 python3.12 python3.13 python3.14; do
  command -v "$python" >/dev/null && "$python" -c 0 2>/dev/null || { echo "$python: not here"; continue; }
  for versions in highest lowest-direct; do
    rm -rf env
    begun=$(date +%s%N)
    if ! { uv venv -q --python "$(command -v "$python")" env && uv pip install -q --python env/bin/python --resolution "$versions" "$wheel"; } 2>log; then
      echo "$python, $versions: not installed: $(tail -n 1 log)"
      continue
    fi
    score=$(env/bin/perfectplay taxman solve 30 --json | env/bin/python -c 'import json, sys; print(json.load(sys.stdin)["score"])')
    ended=$(date +%s%N)
    env/bin/perfectplay taxman solve 320 --no-records --certificate 320.json >/dev/null 2>log
    env/bin/perfectplay check 320.json >/dev/null 2>log
    env/bin/perfectplay pursuit odds --numbers 3 >/dev/null 2>log
    printf '%s, %s: %s after %d.%d s; a search, its proof and odds too\n' "$python" "$versions" "$score" \
      $(((ended - begun) / 1000000000)) $(((ended - begun) / 100000000 % 10))
  done
done
