"""Building blocks for pictures of all games, such as frames, scales and charts."""
