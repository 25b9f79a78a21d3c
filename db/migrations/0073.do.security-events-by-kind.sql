-- The office reads one kind of event newest first; without this it would walk over all the others.
create index security_event_kind_id on tasks.security_event (kind, id);
