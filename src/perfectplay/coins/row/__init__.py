"""Best play in rows: fusion in linear time, tables of all segments, and sums of rows."""
