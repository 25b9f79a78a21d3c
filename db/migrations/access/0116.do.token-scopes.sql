-- Of an access token that was refreshed with a narrower scope (RFC 6749 section 6): its scopes.
-- Null: all of the permission, which stays as wide as the member gave it.
alter table identity.api_token add column scopes text[]
  check (scopes is null or (kind = 'access' and cardinality(scopes) > 0));
