-- Operators who sign in through the company's identity provider. Columns and values are only added,
-- so older programs go on working.
update app.schema set oldest_program = greatest(oldest_program, 17);

alter table identity.operator
  -- The account at the provider that opens this one, bound when it is first used. A subject is
  -- unique only at its issuer.
  add column provider_issuer text,
  add column provider_subject text,
  add constraint operator_provider check ((provider_issuer is null) = (provider_subject is null));
create unique index operator_provider_account
  on identity.operator (provider_issuer, provider_subject);

-- When such a session is ended, the one at the provider is ended too.
alter table identity.operator_session add column is_by_provider boolean not null default false;

alter table identity.operator_sign_in
  drop constraint operator_sign_in_outcome_check,
  add constraint operator_sign_in_outcome_check
    check (outcome in ('right', 'wrong', 'code', 'disabled', 'stopped', 'provider'));

alter table identity.challenge
  drop constraint challenge_purpose_check,
  add constraint challenge_purpose_check check (purpose in (
    'google', 'provider', 'passkey_add', 'passkey_login', 'passkey_step_up', 'passkey_second'));
