-- Applications of partners, which members connect by OAuth: the registered clients, and what their
-- codes and refresh tokens need. Nullable columns only, so an older program goes on working.

-- A public client. Two administrators register it; its addresses and scopes never change.
create table identity.partner (
  id bigint generated always as identity primary key,
  client_id text not null unique,
  name text not null,
  -- Where a member is sent back to; a request must name one of them.
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  -- The most that it may ask for.
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  -- When a second administrator agreed; null until then.
  approved_at timestamptz,
  ended_at timestamptz
);

-- Null for a token that the member made.
alter table identity.api_access add column partner_id bigint references identity.partner;
create index api_access_partner on identity.api_access (partner_id) where partner_id is not null;

-- A code or refresh token works once; the second use means that somebody has stolen it.
alter table identity.api_token add column spent_at timestamptz;
-- Of a code: the address that it was sent to, and the hash of the verifier (RFC 7636).
alter table identity.api_token add column redirect_uri text;
alter table identity.api_token add column challenge text;
alter table identity.api_token add check ((kind = 'code') = (challenge is not null));
alter table identity.api_token add check ((kind = 'code') = (redirect_uri is not null));
