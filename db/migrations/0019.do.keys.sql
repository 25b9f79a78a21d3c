-- Versions of the data key, by which a process notices a wrong or missing key when it starts.
create table app.data_key (
  version integer primary key check (version > 0),
  -- A keyed hash of a constant: it tells whether a key is the one that was used before.
  check_value text not null,
  first_used_at timestamptz not null default now(),
  -- Rows that the version encrypts, as last counted while another version was the current one.
  rows_left bigint,
  counted_at timestamptz,
  -- When no row needed the version any more and it was removed from the settings.
  retired_at timestamptz
);

-- Returns the version of the data key that encrypted a text or a file's key; 0 is version 1 in the
-- format from before 0.7.0. Null for anything else. Only the beginning is read, because some texts
-- are long.
create function app.key_version(encrypted text) returns integer
language sql immutable parallel safe
return case split_part(left(encrypted, 16), '.', 1)
  when 's3' then split_part(left(encrypted, 16), '.', 2)::integer
  when 'k2' then split_part(left(encrypted, 16), '.', 2)::integer
  when 's2' then 1
  when 'k1' then 1
  when 's1' then 0
end;
