// Test of the office's registers of loans and orders over HTTP: rows, filters, order, paging, file.
import {
  loanList,
  orderList,
  loanList as listLoans,
  orderList as listOrders,
} from '#contract/servicing/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { loanStageNames, loanStages } from '#contract/servicing/registers.ts';
import { loanStatuses } from '#contract/lending/loan-status.ts';
import { type Lent, lentLoan, newTeam, signedLoan } from '../../../tests/actors/loans.ts';
import { newMember, newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const loansTable = loanList.tables.data.file;
const ordersTable = orderList.tables.data.file;
const server = useServer();
let lent: Lent;
let finance: Person;
let member: Person;
let signed: Awaited<ReturnType<typeof signedLoan>>;

beforeAll(async () => {
  lent = await lentLoan(server, await newTeam(server));
  signed = await signedLoan(server);
  finance = await newOperator(server, ['finance']);
  member = await newMember(server);
});

const by = ({ token }: Person) => ({ token });
const loans = (input: object = {}) => server.ok(listLoans, input, by(finance));
const orders = (input: object = {}) => server.ok(listOrders, input, by(finance));
const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

test('every submitted status belongs to exactly one stage', () => {
  const all = loanStageNames.flatMap((name) => [...loanStages[name]]);
  expect(all.toSorted((a, b) => a - b)).toEqual(loanStatuses.filter((status) => status > 0));
});

describe('loans', () => {
  test('are listed with their terms, masked, newest first', async () => {
    const { data, total } = await loans();
    expect(total).toBe(data.length);
    expect(idsOf({ data })).toEqual([String(signed.id), String(lent.loan.id)]);
    expect(data[1]).toMatchObject({
      borrower: '王○明',
      memberId: String(lent.loan.borrower.id),
      status: 60,
      statusText: '還款中',
      tone: 'progress',
      lateDays: 0,
    });
    // The whole principal is still open, and nothing was lent yet in the other loan.
    expect(data.map((row) => row.outstanding)).toEqual([null, data[1]!.amount]);
  });

  test('are filtered by stage, status, plan, grade, member, day and amount', async () => {
    const [first, second] = (await loans()).data;
    const on = second!.createdAt.slice(0, 10);
    const cases: [object, string[]][] = [
      [{ stage: 'repaying' }, [second!.id]],
      [{ stage: 'repaying', status: 60 }, [second!.id]],
      [{ stage: 'repaying', status: 40 }, []],
      [{ status: 55 }, [first!.id]],
      [{ plan: 'no-such-plan' }, []],
      [{ grade: 'D9' }, []],
      [{ member: second!.memberId }, [second!.id]],
      [{ from: on, to: '2099-01-01' }, [first!.id, second!.id]],
      [{ to: '2000-01-01' }, []],
      [{ least: first!.amount }, [first!.id, second!.id]],
      [{ least: second!.amount + 1, member: second!.memberId }, []],
      [{ most: second!.amount - 1, member: second!.memberId }, []],
    ];
    for (const [filter, expected] of cases) {
      const answer = await loans(filter);
      expect(idsOf(answer), JSON.stringify(filter)).toEqual(expected);
      expect(answer.total).toBe(expected.length);
    }
  });

  test('are sorted in each order, page by page, and exported in the same order', async () => {
    for (const sort of ['created', 'amount', 'rate', 'status', 'disbursed'] as const) {
      const up = idsOf(await loans({ sort, direction: 'asc' }));
      const down = idsOf(await loans({ sort, direction: 'desc' }));
      expect(down, sort).toEqual(up.toReversed());
      const second = await loans({ sort, direction: 'asc', item_per_page: 1, offset: 1 });
      expect(idsOf(second), sort).toEqual(up.slice(1, 2));
      const ask = { sort, direction: 'asc' as const };
      const { body } = await server.ask(loansTable, { ...ask, format: 'csv' }, by(finance));
      const lines = Buffer.from(body as unknown as Uint8Array)
        .toString()
        .trim()
        .split('\r\n');
      const { data } = await loans(ask);
      expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
        data.map(({ caseNo }) => caseNo),
      );
    }
  });
});

describe('orders', () => {
  test('are listed with the status that follows from their loan', async () => {
    const { data, total } = await orders();
    expect(total).toBe(data.length);
    const mine = data.filter((row) => row.loanId === String(lent.loan.id));
    expect(mine).toHaveLength(lent.loan.orderIds.length);
    for (const row of mine) {
      expect(row).toMatchObject({ status: 20, statusText: '還款中', remaining: row.amount });
    }
    const waiting = data.find((row) => row.loanId === String(signed.id));
    expect(waiting).toMatchObject({ status: 15, remaining: null });
  });

  test('are filtered by status, case, member, day and amount', async () => {
    const { data } = await orders();
    const ofLent = data.filter((row) => row.loanId === String(lent.loan.id));
    const ids = idsOf({ data: ofLent });
    const [one] = ofLent;
    const cases: [object, string[]][] = [
      [{ status: 20 }, ids],
      [{ status: 15 }, idsOf({ data: data.filter(({ status }) => status === 15) })],
      [{ status: 60 }, []],
      [{ caseNo: one!.caseNo.toLowerCase() }, ids],
      [{ caseNo: 'NOSUCHCASE' }, []],
      [{ member: one!.memberId, caseNo: one!.caseNo }, [one!.id]],
      [{ to: '2000-01-01' }, []],
      [{ least: one!.amount + 1, caseNo: one!.caseNo, member: one!.memberId }, []],
    ];
    for (const [filter, expected] of cases) {
      expect(idsOf(await orders(filter)), JSON.stringify(filter)).toEqual(expected);
    }
  });

  test('are sorted by amount, and exported in the same order', async () => {
    const ask = { sort: 'amount' as const, direction: 'asc' as const };
    const { data } = await orders(ask);
    expect(data.map(({ amount }) => amount)).toEqual(
      data.map(({ amount }) => amount).toSorted((a, b) => a - b),
    );
    const { body } = await server.ask(ordersTable, { ...ask, format: 'csv' }, by(finance));
    const lines = Buffer.from(body as unknown as Uint8Array)
      .toString()
      .trim()
      .split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      data.map(({ orderNo }) => orderNo),
    );
  });
});

test('bad filters, editors and members are refused', async () => {
  const editor = await newOperator(server, ['editor']);
  for (const call of [listLoans, listOrders]) {
    for (const bad of [{ status: 7 }, { sort: 'name' }, { direction: 'up' }, { least: -1 }]) {
      const { code } = await server.ask(call, bad as object, by(finance));
      expect(code, JSON.stringify(bad)).toBe('INVALID_INPUT');
    }
    expect((await server.ask(call, {}, by(editor))).code).toBe('ROLE_REQUIRED');
    expect((await server.ask(call, {}, by(member))).status).toBe(401);
    expect((await server.ask(call, {})).status).toBe(401);
  }
});
