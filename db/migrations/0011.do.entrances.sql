-- Sign-in by Google and by passkey: what was asked for, and the keys members have added.

-- Single-use values a browser must bring back signed: by Google as the nonce of an ID token, by
-- an authenticator as its challenge. Only the hash is kept; taking the row is using it.
create table identity.challenge (
  hash bytea primary key,
  purpose text not null
    check (purpose in ('google', 'passkey_add', 'passkey_login', 'passkey_step_up')),
  -- Where somebody was signed in already, it serves that session alone.
  session_id bigint references identity.session on delete cascade,
  expires_at timestamptz not null
);
create index challenge_expires on identity.challenge (expires_at);
create index challenge_session on identity.challenge (session_id);

create table identity.passkey (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  credential_id text not null unique,
  -- COSE, as the authenticator gave it.
  public_key bytea not null,
  -- Signatures made so far, where the authenticator counts them; it may only rise.
  counter bigint not null,
  transports text[] not null,
  -- Synchronised between the member's devices, or bound to one.
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_member on identity.passkey (member_id);
