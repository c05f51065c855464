"""Questions about arithmetic games that `perfectplay` helped to answer, and programs that repeat the answers.

``python -m perfectplay_research`` lists the runners.
"""
