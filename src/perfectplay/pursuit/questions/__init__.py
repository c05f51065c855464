"""What can be asked about arithmetical pursuit: each question with its answer, for all doors."""
