// Import the browser first: the modules below look for it.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { play, type Sound } from "../src/lib/notes";
import { setSound, startSound, useSound } from "../src/lib/sound";
import { FakeElement, happens, mount, settings, until } from "./browser";

/** A minimal WebAudio that counts the sounds. */
let contexts = 0;
let notes: number[] = [];
const shaken: number[] = [];
class Context {
  state = "suspended";
  currentTime = 0;
  destination = {};
  constructor() {
    contexts += 1;
  }
  async resume(): Promise<void> {
    this.state = "running";
  }
  createGain(): object {
    const nothing = (): void => undefined;
    const gain = {
      setValueAtTime: nothing,
      linearRampToValueAtTime: nothing,
      exponentialRampToValueAtTime: nothing,
    };
    return { gain, connect: nothing };
  }
  createOscillator(): object {
    const frequency = { value: 0 };
    return { frequency, connect: () => undefined, start: () => notes.push(frequency.value), stop: () => undefined };
  }
}
class CSSStyleSheet {
  replaceSync(): void {}
}
Object.assign(globalThis, { AudioContext: Context, CSSStyleSheet });
Object.assign(document, { getElementById: () => null });
Object.assign(navigator, { vibrate: (time: number) => shaken.push(time) });
startSound();

beforeEach(() => {
  notes = [];
  shaken.length = 0;
});

test("nothing is made or heard as long as nobody has asked for sound", () => {
  happens("click", new FakeElement());
  play("take");
  assert.deepEqual([contexts, notes, shaken], [0, [], []]);
});

test("the press that asks for sound makes it, and the choice is kept", async () => {
  const shown = mount(useSound);
  assert.equal(shown.now[0], false);
  setSound(true);
  await until(() => notes.length > 0);
  await until(() => shown.now[0]);
  assert.equal(settings.kept.get("perfectplay.sound"), "on");
  assert.equal(contexts, 1);
  for (const sound of ["take", "tax", "win", "perfect"] as const satisfies readonly Sound[]) {
    notes = [];
    play(sound);
    assert.ok(notes.length > 0, sound);
  }
  // Expect one vibration from turning the sound on, and one from "take" above.
  assert.deepEqual(shaken, [10, 10]);
  setSound(false);
  notes = [];
  play("win");
  assert.deepEqual(notes, []);
  assert.equal(settings.kept.get("perfectplay.sound"), "off");
  shown.unmount();
});
