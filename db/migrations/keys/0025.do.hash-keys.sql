-- Versions of the hash key, as app.data_key has those of the data key. Older programs know nothing
-- of them and go on working with version 1.
create table app.hash_key (
  version integer primary key check (version > 0),
  -- A keyed hash of a constant: it tells whether a key is the one that was used before.
  check_value text not null,
  first_used_at timestamptz not null default now(),
  -- Hashes that the version made, as last counted while another version was the current one.
  rows_left bigint,
  counted_at timestamptz,
  -- When no hash needed the version any more and it was removed from the settings.
  retired_at timestamptz
);

-- Returns the version of the hash key that made a hash. Null for anything else, such as the mark of
-- an erased account.
create function app.hash_version(hash text) returns integer
language sql immutable parallel safe
return case
  when hash ~ '^h[1-9][0-9]{0,3}\.[A-Za-z0-9_-]{43}$'
    then split_part(substr(hash, 2), '.', 1)::integer
  when hash ~ '^[A-Za-z0-9_-]{43}$' then 1
end;

-- What the authenticator stores as the user of a passkey. It cannot be changed there, so it is kept
-- here. Null means that an older program added the passkey: then it is a hash of version 1.
alter table identity.passkey add column user_handle text;
