-- Events of drop are read in the order of PostgreSQL's transaction numbers, and another cluster counts from the beginning.
-- Readers of the events start again from the first one after this.
update drop_events set tx = pg_current_xact_id();
update handed_over set tx = '0', id = 0;
