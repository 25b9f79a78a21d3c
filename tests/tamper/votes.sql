-- Faults in votes and agreements, which tamper.test.ts makes one by one.

-- name: a vote
update servicing.ballot set answer = 2 where poll_id = (select max(id) from servicing.poll
  where status = 'negotiate') and answer = 1;

-- name: the weight of a vote
update servicing.ballot set weight = weight * 2 where poll_id = (select max(id) from
  servicing.poll where status = 'negotiate');

-- name: who voted, by deleting a vote
delete from servicing.ballot where poll_id = (select max(id) from servicing.poll
  where status = 'negotiate') and member_id = (select min(member_id) from servicing.ballot
  where poll_id = (select max(id) from servicing.poll where status = 'negotiate'));

-- name: the result of a poll
update servicing.poll set status = 'legal' where id = (select max(id) from servicing.poll
  where status = 'negotiate');

-- name: when an investor agreed
update servicing.agreement set agreed_at = agreed_at - interval '1 day'
  where negotiation_id = (select max(id) from servicing.negotiation
  where status = 'in_force');

-- name: the weight of an agreement
update servicing.agreement set weight = weight + 1000 where negotiation_id = (select max(id)
  from servicing.negotiation where status = 'in_force');
