// Tests that a statement file counts only after a second person has reviewed and committed it.
import { statementLineList } from '#contract/banking/lists.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bankingOffice as office } from '#contract/banking/office.ts';
import { dayOf } from '#contract/core/day.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { balanceOf, commitStatements } from '../../../tests/actors/loans.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newMember, newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
const { placed, orderOf } = paymentsOn(server);

let finance: Person;
let other: Person;
let layout: string;
const columns = {
  date: '交易日',
  seq: '序號',
  credit: '存入',
  debit: '支出',
  virtualAccount: '虛擬帳號',
  balance: '餘額',
};
const mapping = { bank: '812', columns };
const head = '交易日,序號,存入,支出,虛擬帳號,餘額\r\n';

beforeAll(async () => {
  finance = await newOperator(server, ['finance', 'approver']);
  other = await newOperator(server, ['finance']);
  const { data } = await server.ok(office.saveLayout, { name: '信託銀行', mapping }, finance);
  layout = data.id;
});

type Line = [credit: number | '', debit: number | '', account: string, balance: number | ''];
const today = () => dayOf(server.services.clock.now());
const fileOf = (lines: readonly Line[]) => {
  const rows = lines.map(
    (line) => `${[today(), randomUUID().slice(0, 20), ...line].join(',')}\r\n`,
  );
  return head + rows.join('');
};
async function bringIn(text: string, by = layout) {
  const file = { name: 'file', filename: 'a.csv', type: 'text/csv', bytes: Buffer.from(text) };
  const how = { token: finance.token, files: [file] };
  const answer = await server.ask(office.importStatement, { layout: by }, how);
  await drain(server.services);
  return answer;
}
const brought = async (lines: readonly Line[]) =>
  Number((await bringIn(fileOf(lines))).body.data.id);
const lookAt = async (id: number) =>
  (await server.ok(office.getStatement, { id: String(id) }, finance)).data;
const decided = (who: Person, id: number, decision = 'approve') =>
  decide(server, who, 'statement_check', id, decision);
const trailOf = (id: number) =>
  server.rows<{ action: string; actor: number; snapshot: Record<string, unknown> }>(
    `select action, actor_id::int as actor, snapshot from tasks.audit
     where subject_type = 'statement' and subject_id = $1
       and action like 'statement.%' order by id`,
    [id],
  );
const openChecks = (id: number) =>
  server.rows<{ id: string }>(
    `select id from tasks.task where kind = 'statement_check' and status = 'open'
       and subject_id = $1`,
    [id],
  );

describe('a file that one person imported', () => {
  test('pays no order before another person has committed it', async () => {
    const one = await placed(5_000);
    const id = await brought([[5_000, '', one.account, 5_000]]);
    expect(await orderOf(one)).toMatchObject({ status: 0 });
    expect(await decided(finance, id)).toBe('MAKER_IS_CHECKER');
    for (const role of ['editor', 'reviewer', 'auditor', 'admin'] as const) {
      const intruder = await newOperator(server, [role]);
      const refusal = role === 'admin' || role === 'auditor' ? 'ROLE_REQUIRED' : 'TASK_NOT_FOUND';
      expect(await decided(intruder, id), role).toBe(refusal);
    }
    await drain(server.services);
    expect(await orderOf(one)).toMatchObject({ status: 0 });

    expect(await decided(other, id)).toBeNull();
    await drain(server.services);
    expect(await orderOf(one)).toMatchObject({ status: 10 });
    const { sha256, ...data } = await lookAt(id);
    expect(data).toMatchObject({ state: 'done', booked: 1, taskId: null });
    expect(data.proposedBy).not.toBe(data.committedBy);
    const trail = await trailOf(id);
    expect(trail.map(({ action, actor }) => [action, actor])).toEqual([
      ['statement.brought_in', finance.id],
      ['statement.committed', other.id],
    ]);
    expect(trail.map(({ snapshot }) => snapshot['sha256'])).toEqual([sha256, sha256]);
    expect(trail[1]?.snapshot).toMatchObject({ maker: finance.id, preview: { creditSum: 5_000 } });
  });

  test('shows the second person its effect, line by line', async () => {
    const one = await placed(3_000);
    const text =
      fileOf([
        [3_000, '', one.account, 13_000],
        [700, '', '99999999999999', 13_700],
        ['', 15, '', 13_685],
      ]) + `昨天,x,1,,,\r\n`;
    const { body } = await bringIn(text);
    const { id } = body.data;
    const [task] = await openChecks(Number(id));
    const { data } = await server.ok(tasksOffice.getTask, { id: task!.id }, other);
    const preview = {
      lines: 4,
      problems: 1,
      credits: 2,
      creditSum: 3_700,
      debits: 1,
      debitSum: 15,
      opening: 10_000,
      closing: 13_685,
      first: today(),
      last: today(),
      through: null,
      receipts: 1,
      stray: 1,
      reversals: 0,
      payments: 0,
      known: 0,
      ignored: 1,
      books: true,
    };
    expect(data.detail).toMatchObject({ sha256: body.data.sha256, preview });
    const lines = await server.ok(statementLineList, { id }, other);
    expect(lines.data.map(({ result, subjectId, amount }) => [result, subjectId, amount])).toEqual([
      ['將入帳', one.orderId, 3_000],
      ['將列入待比對', null, 700],
      ['不需入帳', null, -15],
      ['無法讀取', null, null],
    ]);
    const page = { id, item_per_page: 1, offset: 1 };
    expect((await server.ok(statementLineList, page, other)).data[0]?.amount).toBe(700);
    expect(await server.refused(statementLineList, { id: '999999' }, other)).toBe(
      'STATEMENT_NOT_FOUND',
    );
    // Reads the file with a layout that names other columns.
    const seq = (name: string) =>
      server.rows(
        `update banking.statement
         set mapping = jsonb_set(mapping, '{columns,seq}', to_jsonb($2::text)) where id = $1`,
        [id, name],
      );
    const [before] = await server.rows<{ seq: string }>(
      `select mapping #>> '{columns,seq}' as seq from banking.statement where id = $1`,
      [id],
    );
    await seq('沒有這一欄');
    for (const call of [statementLineList, statementLineList.tables.data.file]) {
      expect(await server.refused(call, { id, format: 'csv' }, other)).toBe('STATEMENT_COLUMNS');
    }
    await seq(before!.seq);
    const [editor, member] = [await newOperator(server, ['editor']), await newMember(server)];
    expect(await server.refused(statementLineList, { id }, editor)).toBe('ROLE_REQUIRED');
    expect((await server.ask(statementLineList, { id }, { token: member.token })).status).toBe(401);
  });

  test('is withdrawn when returned, and books nothing', async () => {
    const one = await placed(2_000);
    const id = await brought([[2_000, '', one.account, 2_000]]);
    expect(await decided(other, id, 'return')).toBeNull();
    await drain(server.services);
    expect(await lookAt(id)).toMatchObject({ state: 'withdrawn', booked: 0, taskId: null });
    expect(await orderOf(one)).toMatchObject({ status: 0 });
    expect((await trailOf(id)).at(-1)).toMatchObject({ action: 'statement.withdrawn' });
  });

  test('withdrawn by its importer needs no decision any more', async () => {
    const id = await brought([[2_000, '', '99999999999999', 2_000]]);
    await server.ok(office.withdrawStatement, { id: String(id) }, finance);
    expect(await openChecks(id)).toEqual([]);
  });

  test('counts as it was examined, whatever its layout says since', async () => {
    const one = await placed(1_000);
    const input = { name: '會改的格式', mapping };
    const { data: made } = await server.ok(office.saveLayout, input, finance);
    const { body } = await bringIn(fileOf([['', 1_000, one.account, '']]), made.id);
    const swapped = { ...mapping, columns: { ...columns, credit: '支出', debit: '存入' } };
    await server.ok(office.saveLayout, { ...input, id: made.id, mapping: swapped }, finance);
    await commitStatements(server, other);
    expect(await lookAt(Number(body.data.id))).toMatchObject({ booked: 0, passedOver: 1 });
    expect(await orderOf(one)).toMatchObject({ status: 0 });
  });

  test('read again at another person’s request needs a third person to commit it', async () => {
    const id = await brought([[1_000, '', '99999999999999', 1_000]]);
    await server.ok(office.readAgain, { id: String(id) }, other);
    expect(await openChecks(id)).toEqual([]);
    await drain(server.services);
    expect(await decided(other, id)).toBe('MAKER_IS_CHECKER');
    expect(await decided(finance, id)).toBeNull();
    await drain(server.services);
    expect(await lookAt(id)).toMatchObject({ state: 'done', booked: 1 });
  });
});

describe('a file with impossible content', () => {
  test.each([
    ['forwards', [[100, '', '', 1_100] as Line, [50, '', '', 1_151] as Line], '第 3 行'],
    [
      'with a gap in the middle',
      [[100, '', '', 1_100] as Line, ['', 40, '', ''] as Line, [1, '', '', 1_062] as Line],
      '第 4 行',
    ],
  ])('has a closing balance that does not follow: %s', async (_how, lines, named) => {
    const id = await brought(lines);
    const data = await lookAt(id);
    expect(data).toMatchObject({ state: 'failed', booked: 0 });
    expect(data.failure).toContain(named);
    expect(await openChecks(id)).toEqual([]);
  });

  test('is refused if we have no account at the bank', async () => {
    const foreign = { name: '別家銀行', mapping: { ...mapping, bank: '004' } };
    const { data } = await server.ok(office.saveLayout, foreign, finance);
    expect((await bringIn(fileOf([[1, '', '', 1]]), data.id)).code).toBe('STATEMENT_BANK');
  });
});

describe('a bank that reports by callback', () => {
  test('never gets lines from files, which book and close nothing even with two', async () => {
    const { bank } = server.services.config;
    bank.statementBanks = [];
    try {
      const one = await placed(5_000);
      const id = await brought([[5_000, '', one.account, 5_000]]);
      expect((await lookAt(id)).preview).toMatchObject({ books: false });
      await commitStatements(server, other);
      expect(await lookAt(id)).toMatchObject({ state: 'done', booked: 0, passedOver: 1 });
      expect(await orderOf(one)).toMatchObject({ status: 0 });
      const closed = await server.rows('select 1 from banking.closed_day where statement_id = $1', [
        id,
      ]);
      expect(closed).toEqual([]);
    } finally {
      bank.statementBanks = ['812'];
    }
  });

  test('has a file with a line too many taken back by two persons', async () => {
    const { bank } = server.services.config;
    bank.statementBanks = [];
    try {
      const one = await placed(4_000);
      const id = await brought([
        [4_000, '', one.account, 9_000],
        [70, '', '', 9_070],
      ]);
      await commitStatements(server, other);
      const said = async () =>
        (
          await server.rows<{ lines: number; days: number }>(
            `select (select count(*)::int from banking.bank_line where statement_id = $1) as lines,
               (select count(*)::int from banking.bank_day where statement_id = $1) as days`,
            [id],
          )
        )[0];
      expect(await said()).toEqual({ lines: 2, days: 1 });
      const trust = await balanceOf(server, 'trust_bank');
      const ask = { id: String(id), reason: '多了一行' };
      await server.ok(office.rollBackStatement, ask, finance);
      expect(await decide(server, finance, 'statement_rollback', id, 'approve')).toBe(
        'MAKER_IS_CHECKER',
      );
      expect(await decide(server, other, 'statement_rollback', id, 'approve')).toBeNull();
      expect(await said()).toEqual({ lines: 0, days: 0 });
      expect(await lookAt(id)).toMatchObject({ state: 'withdrawn' });
      expect(await balanceOf(server, 'trust_bank')).toBe(trust);
      expect(await server.refused(office.rollBackStatement, ask, finance)).toBe('STATEMENT_STATE');
    } finally {
      bank.statementBanks = ['812'];
    }
  });
});
