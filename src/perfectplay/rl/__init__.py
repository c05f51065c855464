"""What the environments of games for two share; they are for learning programs."""
