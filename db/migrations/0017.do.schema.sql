-- The number of the newest migration of the oldest program that can still work with this schema. A
-- migration that takes away or changes what an older program uses raises it; one that only adds
-- leaves it, so that processes of the older program may start again during an upgrade.
create table app.schema (
  oldest_program integer not null check (oldest_program > 0)
);
create unique index schema_one_row on app.schema ((true));
insert into app.schema (oldest_program) values (17);
