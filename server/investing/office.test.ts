// Tests cases at the office: the list, one case in full, and a case that is pinned, extended within
// 14 days, or ended early.
import { caseOrderList, caseList } from '#contract/investing/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { investingOffice as calls } from '#contract/investing/office.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { FUNDRAISING_DAYS_MAX } from '#contract/law/loan-days.ts';
import { investingOverview } from '#contract/investing/overview.ts';
import { newCase, newInvestor } from '../../tests/actors/market.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const { place, pay, orderOf, fundingOf } = paymentsOn(server);
let approver: Person;
let finance: Person;
let member: Person;

beforeAll(async () => {
  approver = await newOperator(server, ['approver']);
  finance = await newOperator(server, ['finance']);
  member = await newInvestor(server);
});

const today = () => dayOf(server.services.clock.now());
const onlyOf = (id: number) => ({ id: String(id) });
const look = async (id: number) => (await server.ok(calls.officeCase, onlyOf(id), finance)).data;
const told = (one: Person) =>
  server.rows<{ title: string; body: string }>(
    'select title, body from notices.notice where member_id = $1 order by id desc',
    [one.id],
  );
const reason = '借款人文件有疑義，停止募集';

/** Audited moves of a case, newest first. */
const moves = (id: number) =>
  server.rows<{ action: string; to: string | null; reason: string | null }>(
    `select action, to_status as "to", reason from tasks.audit
     where subject_type = 'loan' and subject_id = $1 order by id desc`,
    [id],
  );

describe('reading', () => {
  test('lists cases by state with what is reserved and paid, pinned ones first', async () => {
    const plain = await newCase(server, { amount: 50_000, endsInDays: 1 });
    const pinned = await newCase(server, { amount: 50_000, endsInDays: 7 });
    const order = await place(plain, 20_000);
    await pay(order, 20_000);
    await place(plain, 10_000);
    await server.ok(calls.pinCase, { ...onlyOf(pinned), pinned: true }, approver);
    const { data, total, counts } = await server.ok(caseList, {}, finance);
    expect(total).toBe(counts.open);
    expect(data[0]).toMatchObject({ id: String(pinned), pinned: true });
    const row = data.find(({ id }) => id === String(plain));
    expect(row).toMatchObject({
      status: 40,
      statusText: '募集中',
      target: 50_000,
      reserved: 10_000,
      paid: 20_000,
      orders: 2,
      investors: 2,
    });
    const page = await server.ok(caseList, { item_per_page: 1, offset: 1 }, finance);
    expect(page.data).toHaveLength(1);
    expect(page.total).toBe(total);
    expect(await server.refused(caseList, { state: 'secret' }, finance)).toBe('INVALID_INPUT');
  });

  test('shows a case with its history, and an investor’s view', async () => {
    const id = await newCase(server, { amount: 50_000 });
    const data = await look(id);
    expect((await moves(id)).map(({ action }) => action)).toContain('loan.agreed');
    const seen = await server.ok(investing.getCase, onlyOf(id), member);
    const { orderMax: _max, ...rest } = seen.data;
    expect(data.preview).toMatchObject({
      ...rest,
      gradeHistory: expect.anything(),
      ownCase: false,
    });
    expect(JSON.stringify(data)).not.toContain('陳大文');
    expect(await server.refused(calls.officeCase, onlyOf(999_999), finance)).toBe('CASE_NOT_FOUND');
  });

  test('has all its orders, masked, page by page and as a table', async () => {
    const id = await newCase(server, { amount: 50_000 });
    const placed = [];
    for (const amount of [20_000, 10_000, 5_000]) placed.unshift(await place(id, amount));
    const ids = placed.map(({ orderId }) => orderId);
    const ask = async (page: object) =>
      server.ok(caseOrderList, { ...onlyOf(id), ...page }, finance);
    const { data, total } = await ask({ item_per_page: 2 });
    expect(data[1]).toMatchObject({ id: ids[1], name: '陳○文', amount: 10_000, status: 0 });
    expect([total, ...data.map((order) => order.id)]).toEqual([3, ids[0], ids[1]]);
    expect((await ask({ item_per_page: 2, offset: 2 })).data.map((order) => order.id)).toEqual([
      ids[2],
    ]);
    const { body } = await server.ask(
      caseOrderList.tables.data.file,
      { ...onlyOf(id), format: 'csv' },
      finance,
    );
    const lines = Buffer.from(body as never)
      .toString()
      .trim()
      .split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      ids.map((one) => orderNoOf(Number(one))),
    );
    expect(JSON.stringify([data, lines])).not.toContain('陳大文');
    // An application that was never listed has no orders; an unknown id is not found.
    const none = await newCase(server);
    expect(await server.ok(caseOrderList, onlyOf(none), finance)).toEqual({
      data: [],
      total: 0,
    });
    expect(await server.refused(caseOrderList, onlyOf(999_999), finance)).toBe('CASE_NOT_FOUND');
  });

  test('is allowed only for operators of investing', async () => {
    const id = await newCase(server);
    const editor = await newOperator(server, ['editor']);
    const acts = [
      [caseList, {}],
      [calls.officeCase, onlyOf(id)],
      [caseOrderList, onlyOf(id)],
      [calls.pinCase, { ...onlyOf(id), pinned: true }],
      [calls.extendCase, { ...onlyOf(id), endsOn: addDays(today(), 10), reason }],
      [calls.closeCase, { ...onlyOf(id), reason }],
    ] as const;
    for (const [call, input] of acts) {
      expect((await server.ask(call, input, editor)).status).toBe(403);
      expect((await server.ask(call, input)).status).toBe(401);
      expect((await server.ask(call, input, { token: member.token })).status).toBe(401);
    }
    for (const [call, input] of acts.slice(4)) {
      expect((await server.ask(call, input, finance)).status).toBe(403);
    }
    expect(await look(id)).toMatchObject({ status: 40, pinned: false });
  });
});

describe('pinning', () => {
  test('adds a case to the selected ones; repeating it changes nothing', async () => {
    const id = await newCase(server, { amount: 60_000, endsInDays: 13 });
    const first = async () =>
      (await server.ok(investingOverview.selectedCases, {}, member)).data.map((one) => one.id);
    const how = { token: approver.token, key: null };
    const pin = (pinned: boolean) => server.ok(calls.pinCase, { ...onlyOf(id), pinned }, how);
    await pin(true);
    await pin(true);
    expect((await first()).slice(0, 2)).toContain(String(id));
    const { data } = await pin(false);
    expect(data.pinned).toBe(false);
    const actions = (await moves(id)).map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['loan.unpinned', 'loan.pinned']);
    expect(actions.filter((action) => action === 'loan.pinned')).toHaveLength(1);
    const unknown = { ...onlyOf(999_999), pinned: true };
    expect(await server.refused(calls.pinCase, unknown, approver)).toBe('CASE_NOT_FOUND');
    await server.ok(calls.closeCase, { ...onlyOf(id), reason }, approver);
    const late = { ...onlyOf(id), pinned: true };
    expect(await server.refused(calls.pinCase, late, approver)).toBe('LOAN_STATUS');
  });
});

describe('extending', () => {
  test('moves the end everywhere: list, deadline of new orders, notices', async () => {
    const id = await newCase(server, { amount: 90_000, endsInDays: 1 });
    const early = await place(id, 10_000);
    const endsOn = addDays(today(), 10);
    const { data } = await server.ok(calls.extendCase, { ...onlyOf(id), endsOn, reason }, approver);
    expect(dayOf(data.endsAt)).toBe(endsOn);
    expect((await moves(id))[0]).toMatchObject({ action: 'loan.extended', reason });
    expect(data.extendableTo).toBe(addDays(today(), FUNDRAISING_DAYS_MAX));
    expect((await told(early))[0]?.title).toBe('您出資的案件延長募集');
    const late = await place(id, 10_000);
    expect(
      (Date.parse(late.payBy) - server.services.clock.now().getTime()) / 3_600_000,
    ).toBeCloseTo(48, 1);
    expect(Date.parse(early.payBy)).toBeLessThanOrEqual(Date.parse(late.payBy));
    await expect
      .poll(async () => {
        const found = await server.ok(investing.searchCases, { amountMin: 90_000 }, member);
        return found.data.find((one) => one.id === String(id))?.endsAt.slice(0, 10);
      })
      .toBe(data.endsAt.slice(0, 10));
  });

  test('never backwards, never past 14 days, never after it is over', async () => {
    const id = await newCase(server, { endsInDays: 7 });
    const extend = (days: number) => {
      const endsOn = addDays(today(), days);
      return server.ask(calls.extendCase, { ...onlyOf(id), endsOn, reason }, approver);
    };
    expect((await extend(6)).code).toBe('FUNDRAISING_DAY');
    expect((await extend(FUNDRAISING_DAYS_MAX + 1)).code).toBe('FUNDRAISING_DAY');
    expect((await extend(FUNDRAISING_DAYS_MAX)).status).toBe(200);
    expect((await extend(FUNDRAISING_DAYS_MAX)).code).toBe('FUNDRAISING_DAY');
    expect((await look(id)).extendableTo).toBeNull();
    const over = await newCase(server, { endsInDays: -1 });
    const input = { ...onlyOf(over), endsOn: addDays(today(), 3), reason };
    expect(await server.refused(calls.extendCase, input, approver)).toBe('LOAN_STATUS');
    const unknown = { ...onlyOf(999_999), endsOn: addDays(today(), 3), reason };
    expect(await server.refused(calls.extendCase, unknown, approver)).toBe('CASE_NOT_FOUND');
    const silent = { ...onlyOf(id), endsOn: addDays(today(), 3) };
    expect(await server.refused(calls.extendCase, silent, approver)).toBe('INVALID_INPUT');
  });
});

describe('ending early', () => {
  test('fails the case, refunds all in full, and tells the borrower why', async () => {
    const id = await newCase(server, { amount: 60_000 });
    const paid = await place(id, 20_000);
    await pay(paid, 20_000);
    const partly = await place(id, 10_000);
    await pay(partly, 4_000);
    const unpaid = await place(id, 5_000);
    const how = { token: approver.token, key: crypto.randomUUID() };
    const first = await server.ok(calls.closeCase, { ...onlyOf(id), reason }, how);
    expect(first.data).toMatchObject({ status: 99, extendableTo: null });
    expect((await moves(id))[0]).toMatchObject({ action: 'loan.closed_early', to: '99', reason });
    expect(await server.ok(calls.closeCase, { ...onlyOf(id), reason }, how)).toEqual(first);
    expect(await server.refused(calls.closeCase, { ...onlyOf(id), reason }, approver)).toBe(
      'LOAN_STATUS',
    );
    expect(await orderOf(paid)).toMatchObject({
      status: 60,
      refunds: [{ amount: 20_000, fee: 0, reason: 'failed' }],
    });
    expect(await orderOf(partly)).toMatchObject({
      status: 60,
      refunds: [{ amount: 4_000, fee: 0, reason: 'failed' }],
    });
    expect((await orderOf(unpaid)).status).toBe(55);
    expect(await fundingOf(id)).toMatchObject({ reserved: 0, paid: 0, status: 99 });
    const [loan] = await server.rows<{ id: number }>(
      'select member_id as id from lending.loan where id = $1',
      [id],
    );
    const [notice] = await told({ ...member, id: Number(loan?.id) });
    expect(notice?.title).toBe('您的申貸案提前結束募集');
    expect(notice?.body).toContain(reason);
    const ended = await server.ok(caseList, { state: 'ended' }, finance);
    expect(ended.data.map((row) => row.id)).toContain(String(id));
    const unknown = { ...onlyOf(999_999), reason };
    expect(await server.refused(calls.closeCase, unknown, approver)).toBe('CASE_NOT_FOUND');
  });

  test('concurrent with the last payment: funded or failed, and no dollar is lost', async () => {
    const id = await newCase(server, { amount: 20_000 });
    const order = await place(id, 20_000);
    const [closing] = await Promise.all([
      server.ask(calls.closeCase, { ...onlyOf(id), reason }, approver),
      pay(order, 20_000),
    ]);
    const after = await orderOf(order);
    if (closing.status === 200) {
      expect(after.refunds.reduce((sum, { amount, fee }) => sum + amount + fee, 0)).toBe(20_000);
      expect(after.refunds.every(({ fee }) => fee === 0)).toBe(true);
    } else {
      expect(closing.code).toBe('LOAN_STATUS');
      expect(after.status).toBe(15);
    }
  });
});
