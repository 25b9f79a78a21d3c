-- Which risk text an investor agreed to, and who was told that his risk profile ends.
alter table investing.suitability add column risk_version integer not null default 1;
-- An order is itself the consent; it was given when the order was placed.
alter table investing."order" add column risk_version integer not null default 1;

create table investing.suitability_notice (
  suitability_id bigint not null references investing.suitability,
  kind text not null check (kind in ('ending', 'over')),
  told_at timestamptz not null,
  primary key (suitability_id, kind)
);
create index suitability_ending on investing.suitability (valid_until);
