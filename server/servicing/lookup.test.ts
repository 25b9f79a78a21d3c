// Test of the office's search box and the pages of a loan and an order: content, masking, access.
import { caseOrderList } from '#contract/investing/lists.ts';
import { entryList } from '#contract/ledger/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { lookupOffice } from '#contract/servicing/lookup.ts';
import { type Lent, lentLoan, newTeam, pay } from '../../tests/actors/loans.ts';
import {
  newMember,
  newOperator,
  newPhone,
  newVerifiedMember,
  type Person,
} from '../../tests/actors/people.ts';
import { funded, newOffice } from '../lending/testing/cases.ts';
import { verificationJobs } from '../verification/jobs.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
let lent: Lent;
let finance: Person;
let reviewer: Person;
let caseNo: string;
let orderId: string;
let real: Awaited<ReturnType<typeof funded>>;

beforeAll(async () => {
  lent = await lentLoan(server, await newTeam(server));
  finance = await newOperator(server, ['finance']);
  reviewer = await newOperator(server, ['reviewer']);
  orderId = String(lent.loan.orderIds[0]);
  caseNo = 'T261121000077';
  // The case numbers T1, T2, … of the test data are too short to be searched for.
  await server.rows('update lending.loan set case_no = $2 where id = $1', [lent.loan.id, caseNo]);
  real = await funded(server, await newOffice(server));
});

const by = ({ token }: Person) => ({ token });
const find = async (q: string) => (await server.ok(lookupOffice.lookUp, { q }, by(reviewer))).data;

describe('the search field', () => {
  test('finds a loan by its number, a prefix, and its account for payments', async () => {
    for (const q of [caseNo, caseNo.toLowerCase().slice(0, -1), lent.account]) {
      const { loans } = await find(q);
      expect(loans.map(({ id }) => id)).toContain(String(lent.loan.id));
    }
  });

  test('finds a case without letter or hyphen, and by the number of its contract', async () => {
    const whole = real.loan.caseNo;
    const digits = whole.slice(1);
    expect(whole).toMatch(/^A\d{8}-\d{3}$/);
    const forms = [digits, digits.replace('-', ''), whole.replace('-', ''), `c${digits}`];
    for (const q of [...forms, digits.slice(0, -1), ` ${digits.slice(0, 8)} `]) {
      const { loans } = await find(q);
      expect([q, loans.map((loan) => loan.caseNo)]).toEqual([q, expect.arrayContaining([whole])]);
    }
    for (const q of forms) {
      expect([q, (await find(q)).members.map(({ id }) => id)]).toEqual([
        q,
        [String(real.borrower.id)],
      ]);
    }
    expect((await find('20261123-999')).loans).toEqual([]);
  });

  test('finds loans and orders by their amount, as people write it', async () => {
    const [order] = await server.rows<{ amount: number }>(
      'select amount::integer as amount from investing."order" where id = $1',
      [orderId],
    );
    const [loan] = await server.rows<{ amount: number }>(
      'select amount::integer as amount from lending.loan where id = $1',
      [lent.loan.id],
    );
    const grouped = (amount: number) => amount.toLocaleString('en-US');
    for (const q of [`${loan!.amount}`, grouped(loan!.amount), `NT$${grouped(loan!.amount)}`]) {
      expect(
        (await find(q)).loans.map(({ id }) => id),
        q,
      ).toContain(String(lent.loan.id));
    }
    for (const q of [`$${grouped(order!.amount)}`, `${order!.amount} 元`]) {
      expect(
        (await find(q)).orders.map(({ id }) => id),
        q,
      ).toContain(orderId);
    }
    expect((await find('$1,00')).loans).toEqual([]);
  });

  test('finds a member by the name or a part of at least two characters', async () => {
    const named = await newVerifiedMember(server, { name: '歐陽靖雯' });
    const idsOf = async (q: string) => (await find(q)).members.map(({ id }) => id);
    for (const q of ['歐陽靖雯', '靖雯', '陽靖', ' 歐陽 靖雯 ']) {
      expect(await idsOf(q), q).toEqual([String(named.id)]);
    }
    expect(await idsOf('歐陽靖文')).toEqual([]);
    // One character would match too many people.
    expect(await idsOf('靖')).toEqual([]);
    const [row] = await server.rows<{ hashes: string }>(
      'select name_hashes::text as hashes from verification.profile where member_id = $1',
      [named.id],
    );
    expect(row!.hashes).not.toMatch(/\p{Script=Han}/u);
    // A name that was stored before its hashes were is found after the job has added them.
    await server.rows('update verification.profile set name_hashes = null where member_id = $1', [
      named.id,
    ]);
    expect(await idsOf('靖雯')).toEqual([]);
    await verificationJobs
      .find(({ name }) => name === 'verification.nameHashes')!
      .run(server.services);
    expect(await idsOf('靖雯')).toEqual([String(named.id)]);
  });

  test('finds an order by its number', async () => {
    for (const q of [orderNoOf(orderId), orderId]) {
      expect((await find(q)).orders.map(({ id }) => id)).toContain(orderId);
    }
  });

  test('finds a member by e-mail, id and the last digits of an account, masked', async () => {
    const { borrower } = lent.loan;
    const [bank] = await server.rows<{ tail: string }>(
      'select account_tail as tail from verification.bank_account where member_id = $1',
      [borrower.id],
    );
    for (const q of [borrower.email, String(borrower.id), bank?.tail ?? '']) {
      const answer = await server.ask(lookupOffice.lookUp, { q }, by(reviewer));
      const ids = answer.body.data.members.map(({ id }) => id);
      expect(ids, q).toContain(String(borrower.id));
      expect(JSON.stringify(answer.body)).not.toContain(borrower.email);
    }
    const tailed = (await find(bank?.tail ?? '')).members.find(
      ({ accountMasked }) => accountMasked !== null,
    );
    expect(tailed?.accountMasked).toBe(`****${bank?.tail}`);
  });

  test('finds a member by the last digits of the phone, and says so', async () => {
    const phone = newPhone();
    const member = await newVerifiedMember(server, { phone });
    const tail = phone.slice(-4);
    for (const q of [tail, ` ${tail} `, tail.replace(/\d/g, (d) => '０１２３４５６７８９'[+d]!)]) {
      const answer = await server.ask(lookupOffice.lookUp, { q }, by(reviewer));
      const mine = answer.body.data.members.filter(({ id }) => id === String(member.id));
      expect(mine, q).toMatchObject([{ phoneMasked: `****${tail}`, accountMasked: null }]);
      expect(JSON.stringify(answer.body)).not.toContain(phone);
    }
    for (const q of [phone.slice(-3), phone.slice(-5), phone.slice(0, 4)]) {
      const { members } = await find(q);
      expect(
        members.filter(({ phoneMasked }) => phoneMasked).map(({ id }) => id),
        q,
      ).not.toContain(String(member.id));
    }
  });

  test.each(['%', '____', 'ZZZZ9999', "' or 1=1"])('%s finds nothing', async (q) => {
    expect(await find(q)).toEqual({ members: [], loans: [], orders: [] });
  });
});

describe('a loan', () => {
  test('lists its money with the bank’s numbers, and pages it', async () => {
    const id = String(lent.loan.id);
    await pay(server, lent.account, 1_000);
    const { data, total } = await server.ok(lookupOffice.loanMoney, { id }, by(reviewer));
    expect(data.map(({ kind, amount, state }) => [kind, amount, state])).toEqual([
      ['receipt', 1_000, 'matched'],
      ['disbursement', -95_985, 'confirmed'],
    ]);
    expect(total).toBe(2);
    expect(data[0]).toMatchObject({ account: lent.account, batchId: null });
    expect(data[1]!.batchId).not.toBeNull();
    const second = { id, item_per_page: 1, offset: 1 };
    const rest = await server.ok(lookupOffice.loanMoney, second, by(finance));
    expect(rest).toEqual({ data: data.slice(1), total: 2 });
  });

  test('is shown with its orders, and with the figures of the ledger', async () => {
    const id = String(lent.loan.id);
    const { data } = await server.ok(lookupOffice.officeLoan, { id }, by(reviewer));
    expect(data).toMatchObject({ caseNo });
    const orders = await server.ok(caseOrderList, { id }, by(reviewer));
    expect(orders.total).toBe(lent.loan.orderIds.length);
    expect(orders.data.map((order) => order.id)).toContain(orderId);
    const ask = { loan: id, kind: 'loan_receivable' as const, item_per_page: 500 };
    const entries = (await server.ok(entryList, ask, by(finance))).data;
    expect(new Set(entries.map(({ account }) => account))).toEqual(new Set(['loan_receivable']));
    const stands = entries.reduce((sum, { amount }) => sum + amount, 0);
    expect(data.repayment?.outstanding).toBe(stands);
    expect(await server.refused(entryList, ask, by(reviewer))).toBe('ROLE_REQUIRED');
  });

  test('has one history: steps, money, messages; newest first, in pages', async () => {
    // Two documents sent together are one line of the history.
    await server.rows(
      `with uploads as (
         insert into verification.upload
           (member_id, name, filename, content_type, stored, created_at)
         select member_id, 'income', n || '.png', 'image/png', '{}', now()
         from lending.loan, generate_series(1, 2) as n where id = $1 returning id)
       insert into lending.document (upload_id, loan_id, round, item, created_at)
       select id, $1, 0, 'income', now() from uploads`,
      [real.loan.id],
    );
    const ask = { id: real.loan.id, item_per_page: 100 };
    const { data, total } = await server.ok(lookupOffice.loanHistory, ask, by(reviewer));
    const actions = data.map(({ action }) => action);
    const some = ['loan.applied', 'task.loan_approval.approve', 'loan.funded', 'message.notice'];
    expect(actions).toEqual(expect.arrayContaining(some));
    // Mails are listed with the notices to which they belong, and no other mails are.
    const mails = data.filter(({ action }) => action === 'message.email');
    expect(mails.length).toBeGreaterThan(0);
    const told = new Set(
      data.filter(({ action }) => action === 'message.notice').map(({ text }) => text),
    );
    for (const { text } of mails) {
      expect([...told].some((title) => text?.includes(title ?? '-'))).toBe(true);
    }
    const supplied = data.filter(({ action }) => action === 'document.supplied');
    expect(supplied.map(({ text }) => text)).toEqual(['2 份']);
    const instants = data.map(({ at }) => at);
    expect(instants).toEqual(instants.toSorted().toReversed());
    const rest = { ...ask, item_per_page: 3, offset: 3 };
    const page = await server.ok(lookupOffice.loanHistory, rest, by(reviewer));
    expect([page.total, page.data]).toEqual([total, data.slice(3, 6)]);
    const paidOut = { id: String(lent.loan.id), item_per_page: 100 };
    const lentOut = await server.ok(lookupOffice.loanHistory, paidOut, by(reviewer));
    expect(lentOut.data.map(({ action }) => action)).toContain('payment.disbursement');
  });
});

test('an order is shown with its share and its own history', async () => {
  const { data } = await server.ok(lookupOffice.officeOrder, { id: orderId }, by(reviewer));
  expect(data).toMatchObject({ caseNo, orderNo: orderNoOf(orderId), loanId: String(lent.loan.id) });
  expect(data.share?.principal).toBe(data.amount);
  const [placed] = await server.rows<{ id: string }>(
    'select id from investing."order" where loan_id = $1 order by id limit 1',
    [real.loan.id],
  );
  const ask = { id: String(placed?.id) };
  const history = await server.ok(lookupOffice.orderHistory, ask, by(reviewer));
  const actions = history.data.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['order.created', 'receipt.order']));
});

test('what does not exist is not found; editors and members are refused', async () => {
  const editor = await newOperator(server, ['editor']);
  const member = await newMember(server);
  const nobody = { id: '99999999' };
  const calls: [Endpoint, object, string | null][] = [
    [lookupOffice.lookUp, { q: caseNo }, null],
    [lookupOffice.officeLoan, nobody, 'LOAN_NOT_FOUND'],
    [lookupOffice.loanHistory, nobody, 'LOAN_NOT_FOUND'],
    [lookupOffice.loanMoney, nobody, 'LOAN_NOT_FOUND'],
    [lookupOffice.officeOrder, nobody, 'ORDER_NOT_FOUND'],
    [lookupOffice.orderHistory, nobody, 'ORDER_NOT_FOUND'],
  ];
  for (const [call, input, code] of calls) {
    expect((await server.ask(call, input, by(reviewer))).code, call.path).toBe(code);
    expect(await server.refused(call, input, by(editor)), call.path).toBe('ROLE_REQUIRED');
    expect((await server.ask(call, input, by(member))).status, call.path).toBe(401);
  }
});
