-- Articles, questions, advertisements and the descriptions of pictures change for the public once
-- a second person has read and released exactly that version. An older program goes on working.
create table content.release (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('article', 'question', 'ad', 'image')),
  subject_id bigint not null,
  -- The edit counter of the subject when this version was presented.
  subject_version integer not null,
  fields jsonb not null,
  -- Of an article: when it is to appear; null for the moment of its release.
  publish_at timestamptz,
  -- Waits for its reader; returned by them, or recalled by an editor; released; or replaced by
  -- another version.
  state text not null check (state in ('waiting', 'returned', 'released', 'superseded')),
  maker_id bigint not null references identity.operator,
  -- Everybody who wrote this version, among them who presented it.
  authors bigint[] not null,
  checker_id bigint references identity.operator,
  reason text,
  made_at timestamptz not null,
  decided_at timestamptz,
  constraint release_by_another check (checker_id <> all (authors)),
  constraint release_has_reader check (state <> 'released' or checker_id is not null)
);
create unique index release_one_open on content.release (kind, subject_id)
  where state in ('waiting', 'returned');
create index release_subject on content.release (kind, subject_id, id desc);

create function content.keep_released() returns trigger language plpgsql as $$
begin
  if old.state in ('released', 'superseded') then
    raise exception 'a released version of a text never changes';
  end if;
  return coalesce(new, old);
end $$;
create trigger release_immutable before update or delete on content.release
  for each row execute function content.keep_released();

-- Who has written a text since it was last released.
alter table content.article add column authors bigint[] not null default '{}';
alter table content.question add column authors bigint[] not null default '{}';

-- What ran before this rule stays; from now on an advertisement runs once it was released.
alter table content.ad add column released boolean not null default true;
alter table content.ad alter column released set default false;
