-- The votes of a poll are hashed into the audit log when it ends, and so are the agreements to new
-- terms; laws recompute the hashes. A random salt keeps whoever reads the audit log from guessing
-- the votes of a poll with few voters.
alter table servicing.poll add column salt uuid not null default gen_random_uuid();
comment on column servicing.poll.salt is 'once; part of the hash of the votes';

-- Hash of all votes of a poll with their weights, by member.
create function servicing.votes_hash(poll bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(p.salt || coalesce((
    select string_agg(format(';%s,%s,%s,%s', b.member_id, b.weight, b.answer,
      extract(epoch from b.voted_at)), '' order by b.member_id)
    from servicing.ballot b where b.poll_id = p.id), ''), 'UTF8')), 'hex')
  from servicing.poll p where p.id = poll
$$;

-- Hash of all agreements to the terms of a negotiation with their weights, by member.
create function servicing.agreements_hash(negotiation bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(format(';%s,%s,%s', a.member_id, a.weight,
    extract(epoch from a.agreed_at)), '' order by a.member_id), ''), 'UTF8')), 'hex')
  from servicing.agreement a where a.negotiation_id = negotiation
$$;
