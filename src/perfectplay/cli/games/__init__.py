"""What the commands of games have in common, and the commands of a game that brings none of its own."""
