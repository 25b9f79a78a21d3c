// The sandbox bank's side of mandates and debits: it reads the files of the clearing house, answers
// them as the banks of the debtors would, and credits the trust account.
import { type Day } from '#contract/core/day.ts';
import { DEBITED } from '#contract/mandates/return-codes.ts';
import type { Clock } from '../clock.ts';
import {
  answerTo,
  type CollectionFile,
  type DebitOrder,
  type MandateOrder,
  readCollection,
  writeCollection,
} from '../adapters/bank/ach-files.ts';
import type { AchFile, Bank } from '../adapters/bank/bank.ts';
import { type Pool, type Tx, db, withTransaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** Accounts that end like this are closed: the bank refuses mandates and debits of them. */
const CLOSED_ACCOUNT = '0000';

/** Return code with which the bank answers; null means that it agrees again. */
export type RefusalRule = { type: 'P01' | 'P02'; account: string; code: string | null };

const remember = (tx: Tx, reference: string) =>
  tx.run(sql`
    insert into sandbox.collection (reference) values (${reference}) on conflict do nothing
  `);

const ruleOf = (tx: Tx, type: string, account: string) =>
  tx.maybe<{ code: string }>(sql`
    select code from sandbox.refusal
    where type = ${type} and (account = '' or account = ${account})
    order by account desc limit 1
  `);

const setRule = (tx: Tx, { type, account, code }: RefusalRule) =>
  code === null
    ? tx.run(sql`delete from sandbox.refusal where type = ${type} and account = ${account}`)
    : tx.run(sql`
        insert into sandbox.refusal (type, account, code) values (${type}, ${account}, ${code})
        on conflict (type, account) do update set code = excluded.code
      `);

const mandateOf = (tx: Tx, userNo: string) =>
  tx.maybe<{ ceiling: number; cancelled: boolean }>(sql`
    select ceiling, cancelled from sandbox.mandate where user_no = ${userNo}
  `);

const keepMandate = (tx: Tx, userNo: string, ceiling: number) =>
  tx.run(sql`
    insert into sandbox.mandate (user_no, ceiling) values (${userNo}, ${ceiling})
    on conflict (user_no) do nothing
  `);

const cancelMandate = (tx: Tx, userNo: string) =>
  tx.run(sql`
    update sandbox.mandate set cancelled = true where user_no = ${userNo} and not cancelled
  `);

const insertAnswer = (tx: Tx, body: { name: string; date: Day; file: string }) =>
  tx.run(sql`
    insert into sandbox.report (kind, body) values ('answer', ${JSON.stringify(body)})
  `);

/** The credit of a debit: it stands in the statement of the trust account. */
const insertCredit = (tx: Tx, line: { seq: string; date: Day; amount: number }) =>
  tx.run(sql`
    insert into sandbox.report (kind, body, reported_at)
    values ('line', ${JSON.stringify(line)}, now())
  `);

const waitingAnswers = (tx: Tx) =>
  tx.many<{ name: string; file: string }>(sql`
    select body ->> 'name' as name, body ->> 'file' as file from sandbox.report
    where kind = 'answer' and reported_at is null order by id
  `);

const endReport = (tx: Tx, name: string) =>
  tx.run(sql`
    update sandbox.report set reported_at = now()
    where kind = 'answer' and body ->> 'name' = ${name} and reported_at is null
  `);

async function registrationCode(tx: Tx, row: MandateOrder): Promise<string> {
  if (row.action === 'cancel') return (await cancelMandate(tx, row.userNo)) > 0 ? '0' : '5';
  const rule = await ruleOf(tx, 'P02', row.account);
  if (rule) return rule.code;
  if (row.account.endsWith(CLOSED_ACCOUNT)) return '7';
  return (await keepMandate(tx, row.userNo, row.limit)) > 0 ? '0' : '4';
}

async function debitCode(tx: Tx, row: DebitOrder): Promise<string> {
  const mandate = await mandateOf(tx, row.userNo);
  if (!mandate) return '02';
  if (mandate.cancelled) return '03';
  const rule = await ruleOf(tx, 'P01', row.account);
  if (rule) return rule.code;
  if (row.account.endsWith(CLOSED_ACCOUNT)) return '22';
  return row.amount > mandate.ceiling ? '11' : DEBITED;
}

/** Decides about every record, credits what was debited, and keeps the answer. */
async function take(tx: Tx, { reference, bytes }: AchFile, now: Date): Promise<void> {
  if ((await remember(tx, reference)) === 0) return;
  const file: CollectionFile = readCollection(bytes);
  const codes = new Map<string, string>();
  if (file.type === 'P02') {
    for (const row of file.rows) codes.set(row.reference, await registrationCode(tx, row));
  } else if (file.type === 'P01') {
    for (const row of file.rows) {
      const code = await debitCode(tx, row);
      codes.set(row.reference, code);
      if (code !== DEBITED) continue;
      await insertCredit(tx, { seq: row.reference, date: file.on, amount: row.amount });
    }
  }
  const answer = answerTo(file, now, (row) => codes.get(row.reference)!);
  const body = {
    name: `${reference}-${answer.type}.txt`,
    date: file.on,
    file: writeCollection(answer).toString('base64'),
  };
  await insertAnswer(tx, body);
}

export type SandboxCollections = Pick<
  Bank,
  'sendCollection' | 'collectionAnswers' | 'dropAnswer'
> & {
  /** Chooses the return code for mandates or debits of an account, or of all ('' as account). */
  refuse(rule: RefusalRule): Promise<void>;
  /** While answers are held, the bank has carried out the debits and says nothing about them. */
  holdAnswers(isHeld: boolean): void;
};

export function createSandboxCollections(pool: Pool, clock: Clock): SandboxCollections {
  let held = false;
  return {
    async sendCollection(file) {
      await withTransaction(pool, (tx) => take(tx, file, clock.now()));
    },

    async collectionAnswers() {
      if (held) return [];
      const waiting = await waitingAnswers(db(pool));
      return waiting.map(({ name, file }) => ({
        reference: name,
        bytes: Buffer.from(file, 'base64'),
      }));
    },

    async dropAnswer(reference) {
      await endReport(db(pool), reference);
    },

    async refuse(rule) {
      await setRule(db(pool), rule);
    },

    holdAnswers(isHeld) {
      held = isHeld;
    },
  };
}
