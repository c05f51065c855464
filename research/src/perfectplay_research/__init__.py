"""Questions about arithmetic games that `perfectplay` helped to answer, and how to ask them again.

``python -m perfectplay_research`` lists the runners.
"""
