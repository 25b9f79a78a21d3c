-- A dot is lit by what happened since the member last looked: only when he looked is kept.
alter table investing.dot drop column lit;
-- Null: put back by hand, so everything counts as new.
alter table investing.dot add column seen_at timestamptz;
