// Checks decision 024: a column that refers to a row of the same or an earlier schema must have a
// foreign key, or be listed here with the reason why it has none.
import { expect, test } from 'vitest';
import { useServer } from './server.ts';

const server = useServer();

/** Columns without a foreign key, grouped by reason: tables, each with its columns. */
const absent: Record<string, Record<string, string>> = {
  hot: {
    'ledger.entry': 'transfer_id account_id',
    'ledger.seal': 'transfer_id',
    'tasks.seal': 'audit_id',
    'investing.funding': 'loan_id borrower_id',
    'investing.order': 'loan_id member_id parent_id access_id',
    'investing.order_notice': 'order_id',
    'investing.exposure': 'member_id',
    'servicing.instalment': 'loan_id',
    'servicing.share': 'order_id loan_id member_id',
    'servicing.lent': 'loan_id',
    'servicing.allocation': 'loan_id receipt_id',
    'servicing.distribution': 'order_id loan_id member_id payout_id',
    'messages.broadcast_member': 'member_id',
    'verification.happening': 'member_id',
    'proofs.pending': 'loan_id order_id',
    'proofs.leaf': 'loan_id order_id',
  },
  'later schema': {
    'ledger.account': 'loan_id order_id member_id',
    'ledger.transfer': 'loan_id',
    'notices.notice': 'member_id',
    'notices.preference': 'member_id',
    'notices.outbox': 'member_id broadcast_id',
    'tasks.task': 'assignee_id maker_id checker_id',
    'tasks.flag_answer': 'operator_id member_id',
    'tasks.held_decision': 'operator_id',
    'tasks.view': 'operator_id',
    'tasks.absence': 'operator_id substitute_id made_by',
    'tasks.approval_limit': 'operator_id made_by approved_by',
    'tasks.approved': 'operator_id',
    'tasks.turn': 'operator_id',
    'tasks.verification': 'asked_by',
    'tasks.note': 'member_id loan_id author_id',
    'tasks.mention': 'operator_id',
    'tasks.security_event': 'member_id operator_id',
    'settings.version': 'made_by decided_by',
    'banking.recourse': 'loan_id member_id maker_id checker_id',
    'banking.batch': 'released_by checked_by',
    'banking.payment': 'member_id',
    'banking.layout': 'made_by',
    'banking.statement': 'imported_by proposed_by confirmed_by',
    'banking.booking': 'maker_id checker_id',
    'banking.booking_file': 'added_by',
    'banking.reopening': 'asked_by decided_by',
    'banking.statement_rollback': 'asked_by decided_by',
    'banking.payer_source': 'entered_by confirmed_by',
    'banking.sign_off': 'signed_by second_by',
    'lending.contract': 'order_id',
  },
  'several tables': {
    'tasks.task': 'subject_id',
    'tasks.audit': 'actor_id subject_id',
    'tasks.note': 'subject_id',
    'banking.virtual_account': 'subject_id',
    'banking.receipt': 'subject_id',
    'verification.happening': 'source_id',
    'banking.batch_item': 'subject_id',
    'banking.payment': 'subject_id',
    'content.vote': 'subject_id',
    'content.entry': 'subject_id',
    'content.release': 'subject_id',
  },
  purged: { 'notices.outbox': 'notice_id' },
  'no row of ours': {
    'app.job': 'retry_request_id',
    'notices.outbox': 'request_id',
    'tasks.audit': 'request_id',
    'tasks.held_decision': 'request_id',
    'tasks.security_event': 'request_id',
    'tasks.proof': 'broken_audit_id',
    'identity.passkey': 'credential_id',
    'identity.partner': 'client_id',
  },
};

test('a column without a reference has a reason', async () => {
  const found = await server.rows<{ name: string }>(
    `select concat_ws('.', n.nspname, c.relname, a.attname) as name
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_'
       and n.nspname not in ('information_schema', 'public', 'graphile_worker')
       and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and a.attname ~ '_(id|by)$'
       and a.atttypid in ('bigint'::regtype, 'text'::regtype)
       and not exists (select from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))`,
  );
  const listed = Object.values(absent)
    .flatMap((tables) => Object.entries(tables))
    .flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`));
  expect(found.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
});
