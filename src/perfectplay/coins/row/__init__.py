"""Best play of rows: fusion in linear time, tables of all segments, sums of rows."""
