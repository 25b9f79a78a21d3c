// Test of the work on late loans: the queue, owners, calls and messages within limits, legal files.
import { lateList } from '#contract/servicing/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import type { Endpoint, Input } from '#contract/core/endpoint.ts';
import { collectionsOffice, lateBucketNames } from '#contract/servicing/collections.ts';
import { lateDeskOffice as calls } from '#contract/servicing/late/desk.ts';
import { goTo, lentLoan, newTeam, type Team, today } from '../../../tests/actors/loans.ts';
import { messagesTo, newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
let team: Team;
let reviewer: Person;
let approver: Person;
let finance: Person;

beforeAll(async () => {
  team = await newTeam(server);
  reviewer = await newOperator(server, ['reviewer']);
  approver = await newOperator(server, ['approver']);
  finance = await newOperator(server, ['finance']);
});

const as = ({ token }: Person) => ({ token });

async function lateLoan(days: number) {
  const lent = await lentLoan(server, team);
  await goTo(server, addDays(lent.until, days));
  return { ...lent, id: String(lent.loan.id) };
}

const look = async (id: string) =>
  (await server.ok(collectionsOffice.getLate, { id }, as(reviewer))).data;
const queue = async (input: object, who = reviewer) =>
  (await server.ok(lateList, input as never, as(who))).data;
const actions = (id: string) =>
  server.rows<{ action: string }>(
    `select action from tasks.audit where subject_type = 'loan' and subject_id = $1 order by id`,
    [id],
  );
const timesOf = async (id: string, action: string) =>
  (await actions(id)).filter((row) => row.action === action).length;

describe('the queue', () => {
  test('says what is due for each loan, and since when', async () => {
    const { id } = await lateLoan(20);
    const rowOf = async (input = {}) => (await queue(input)).find(({ loanId }) => loanId === id);
    // The step of 8 to 30 days late began on the eighth day, and nobody has called since.
    expect(await rowOf()).toMatchObject({
      nextAction: 'call',
      nextOn: addDays(today(server), -12),
      owner: null,
    });
    const contact = { id, channel: 'phone', outcome: 'notReached' } as const;
    await server.ok(collectionsOffice.addContact, contact, as(reviewer));
    expect(await rowOf()).toMatchObject({ nextAction: 'call', nextOn: addDays(today(server), 3) });
    expect(await rowOf({ due: 'today' })).toBeUndefined();

    const dueOn = addDays(today(server), 1);
    const promise = { amount: 1_000, dueOn };
    const add = collectionsOffice.addContact;
    // Nobody promises anything in a call that did not reach them.
    expect(await server.refused(add, { ...contact, promise }, as(reviewer))).toBe('INVALID_INPUT');
    expect(await rowOf({ action: 'promise' })).toBeUndefined();
    await server.ok(add, { ...contact, outcome: 'reached', promise }, as(reviewer));
    expect(await rowOf({ action: 'promise' })).toMatchObject({
      nextAction: 'promise',
      nextOn: dueOn,
      promise: { ...promise, madeOn: today(server) },
    });
    await goTo(server, addDays(today(server), 2));
    expect(await rowOf({ due: 'today' })).toMatchObject({
      nextAction: 'broken',
      nextOn: addDays(dueOn, 1),
    });
  });

  test('is ordered by the day of the next action, and counted with its filters', async () => {
    const { id } = await lateLoan(9);
    const all = await server.ok(lateList, {}, as(reviewer));
    const days = all.data.map(({ nextOn }) => nextOn);
    expect(days).toEqual(days.toSorted());
    await server.ok(calls.ownLate, { id, operator: String(approver.id) }, as(approver));
    const mine = await server.ok(lateList, { owner: 'me' }, as(approver));
    expect([mine.total, mine.data.map(({ loanId }) => loanId)]).toEqual([1, [id]]);
    const free = await queue({ owner: 'none' });
    expect(free.map(({ loanId }) => loanId)).not.toContain(id);
    const his = await queue({ owner: String(approver.id) });
    expect(his.map(({ loanId }) => loanId)).toEqual([id]);
    const filters = [{}, { owner: 'none' }, { due: 'today' }, { action: 'call' }];
    for (const filter of filters) {
      for (const bucket of [undefined, ...lateBucketNames]) {
        const of = { ...filter, ...(bucket && { bucket }), item_per_page: 100 };
        const { data, total } = await server.ok(
          lateList,
          of as Input<typeof lateList>,
          as(reviewer),
        );
        expect(total, JSON.stringify(of)).toBe(data.length);
        if (bucket) expect(data.every((row) => row.bucket === bucket)).toBe(true);
      }
    }
    expect(all.total).toBe(all.data.length);
  });
});

describe('the owner', () => {
  test('is set once, changed and removed, and must be somebody who collects', async () => {
    const { id } = await lateLoan(3);
    const own = (operator: string | null) =>
      server.ok(calls.ownLate, { id, operator }, as(reviewer));
    await own(String(reviewer.id));
    await own(String(reviewer.id));
    expect((await look(id)).owner?.id).toBe(String(reviewer.id));
    expect(await timesOf(id, 'loan.collector_set')).toBe(1);
    await own(null);
    expect((await look(id)).owner).toBeNull();
    const toFinance = { id, operator: String(finance.id) };
    expect(await server.refused(calls.ownLate, toFinance, as(reviewer))).toBe('NOT_FOUND');
  });
});

describe('a call', () => {
  test('shows the number and takes the loan, three times a day', async () => {
    const { id } = await lateLoan(9);
    const masked = (await look(id)).borrower.phone;
    const { data } = await server.ok(calls.revealLate, { id }, as(reviewer));
    expect(data.phone).toMatch(/^09\d{8}$/);
    expect(masked).not.toContain(data.phone);
    expect((await look(id)).owner?.id).toBe(String(reviewer.id));
    expect(await timesOf(id, 'loan.phone_read')).toBe(1);
    const contact = { id, channel: 'phone', outcome: 'notReached' } as const;
    for (const left of [2, 1, 0]) {
      await server.ok(collectionsOffice.addContact, contact, as(reviewer));
      expect((await look(id)).room.callsLeft).toBe(left);
    }
    expect(await server.refused(calls.revealLate, { id }, as(approver))).toBe('CONTACT_LIMIT');
    // Another colleague’s call does not change the owner.
    await goTo(server, addDays(today(server), 1));
    await server.ok(calls.revealLate, { id }, as(approver));
    expect((await look(id)).owner?.id).toBe(String(reviewer.id));
    const bad = { amount: 10, dueOn: addDays(today(server), 61) };
    const promising = { ...contact, outcome: 'reached', promise: bad };
    const add = collectionsOffice.addContact;
    expect(await server.refused(add, promising, as(reviewer))).toBe('PROMISE_DAY');
    expect((await look(id)).contacts).toHaveLength(3);
  });
});

describe('a message', () => {
  test('is sent once a day and three times in seven days, and counts as a contact', async () => {
    const { id, loan } = await lateLoan(3);
    const send = (template: string, key?: string) =>
      server.ask(calls.messageLate, { id, template }, { ...as(reviewer), ...(key && { key }) });
    expect((await send('promised')).code).toBe('NO_PROMISE');
    expect((await send('reminder', 'message-once-0001')).status).toBe(200);
    expect((await send('reminder', 'message-once-0001')).status).toBe(200);
    expect((await send('callBack')).code).toBe('CONTACT_LIMIT');
    const { contacts, room, owner } = await look(id);
    expect(contacts).toMatchObject([{ outcome: 'sent', template: 'reminder', channel: 'sms' }]);
    expect(room.messagesLeft).toBe(0);
    expect(owner?.id).toBe(String(reviewer.id));
    const mails = (await messagesTo(server, loan.borrower.email)).map(({ subject }) => subject);
    expect(mails.filter((subject) => subject?.includes('尚未繳納'))).toHaveLength(1);

    const promise = { id, amount: 2_000, dueOn: addDays(today(server), 5) };
    await server.ok(collectionsOffice.addPromise, promise, as(reviewer));
    for (const template of ['promised', 'help']) {
      await goTo(server, addDays(today(server), 1));
      expect((await send(template)).status).toBe(200);
    }
    await goTo(server, addDays(today(server), 1));
    expect((await send('callBack')).code).toBe('CONTACT_LIMIT');
    await goTo(server, addDays(today(server), 4));
    expect((await send('callBack')).status).toBe(200);
  });
});

describe('a template', () => {
  test('is refused where the borrower reads something else', async () => {
    const { id, loan } = await lateLoan(4);
    const send = (template: string) =>
      server.ask(calls.messageLate, { id, template }, as(reviewer));
    await server.rows(
      `insert into servicing.negotiation_request
       (loan_id, reason, wish, affordable, requested_at)
       values ($1, 'income', 'extend', 3000, now())`,
      [loan.id],
    );
    expect((await send('help')).code, 'help was requested').toBe('LOAN_STATUS');
    expect((await look(id)).contacts).toEqual([]);
    expect((await send('reminder')).status).toBe(200);
  });
});

describe('the hours', () => {
  test('forbid calls and messages at night', async () => {
    const { id } = await lateLoan(4);
    const real = server.services.clock.now;
    const night = new Date(`${today(server)}T13:00:00Z`);
    server.services.clock.now = () => night;
    try {
      expect((await look(id)).room.isWithinHours).toBe(false);
      expect(await server.refused(calls.revealLate, { id }, as(reviewer))).toBe('CONTACT_HOURS');
      const message = { id, template: 'reminder' };
      expect(await server.refused(calls.messageLate, message, as(reviewer))).toBe('CONTACT_HOURS');
    } finally {
      server.services.clock.now = real;
    }
    expect((await look(id)).contacts).toEqual([]);
  });
});

describe('the legal file', () => {
  test('has court, number and hearings, whose results are noted later', async () => {
    const { id } = await lateLoan(40);
    const heldOn = addDays(today(server), 20);
    const hearing = { id, heldOn, purpose: '言詞辯論', place: '第 12 法庭' };
    expect(await server.refused(calls.saveHearing, hearing, as(reviewer))).toBe('NO_LEGAL_FILE');
    const file = {
      id,
      court: '臺灣臺北地方法院',
      courtNo: '115 年度司促字第 123 號',
      filedOn: today(server),
    };
    await server.ok(calls.saveLegalFile, file, as(reviewer));
    await server.ok(calls.saveLegalFile, { ...file, courtNo: '115 年度訴字第 9 號' }, as(approver));
    const key = { ...as(reviewer), key: 'hearing-once-0001' };
    await server.ok(calls.saveHearing, hearing, key);
    await server.ok(calls.saveHearing, hearing, key);
    const { legal, hearings } = await look(id);
    expect(legal).toMatchObject({ court: file.court, courtNo: '115 年度訴字第 9 號' });
    expect(hearings).toHaveLength(1);
    const held = { ...hearing, hearing: hearings[0]!.id, result: '改期' };
    await server.ok(calls.saveHearing, held, as(reviewer));
    expect((await look(id)).hearings).toMatchObject([{ heldOn, result: '改期' }]);
    const missing = { ...held, hearing: '999999' };
    expect(await server.refused(calls.saveHearing, missing, as(reviewer))).toBe('NOT_FOUND');
  });
});

describe('an agency', () => {
  test('gets a loan once, by an approver, and gives it back', async () => {
    const { id } = await lateLoan(50);
    const place = { id, agency: '中正資產管理', reason: '多次聯絡未果' };
    const recall = () => server.ask(calls.recallLate, { id }, as(approver));
    expect((await recall()).code).toBe('NOT_PLACED');
    expect(await server.refused(calls.placeLate, place, as(reviewer))).toBe('ROLE_REQUIRED');
    await server.ok(calls.placeLate, place, as(approver));
    expect(await server.refused(calls.placeLate, place, as(approver))).toBe('PLACED');
    expect((await recall()).status).toBe(200);
    expect((await look(id)).placements).toMatchObject([
      { agency: '中正資產管理', placedOn: today(server), recalledOn: today(server) },
    ]);
  });
});

test('unknown and ended loans are refused, and nobody else may act', async () => {
  const { id } = await lateLoan(2);
  const day = today(server);
  const inputs: [Endpoint, object][] = [
    [calls.ownLate, { operator: null }],
    [calls.revealLate, {}],
    [calls.messageLate, { template: 'help' }],
    [calls.saveLegalFile, { court: '法院', courtNo: '1', filedOn: day }],
    [calls.saveHearing, { heldOn: day, purpose: '調解', place: '法院' }],
    [calls.placeLate, { agency: '公司', reason: '測試' }],
    [calls.recallLate, {}],
  ];
  for (const [call, input] of inputs) {
    const nobody = { ...input, id: '999999' };
    expect(await server.refused(call, nobody, as(approver)), call.path).toBe('LOAN_NOT_FOUND');
    const own = { ...input, id };
    expect(await server.refused(call, own, as(finance)), call.path).toBe('ROLE_REQUIRED');
    expect((await server.ask(call, own, {})).status, call.path).toBe(401);
  }
  await server.rows('update lending.loan set status = 96 where id = $1', [id]);
  for (const [call, input] of inputs) {
    const ended = { ...input, id };
    expect(await server.refused(call, ended, as(approver)), call.path).toBe('LOAN_STATUS');
  }
  await server.rows('update lending.loan set status = 61 where id = $1', [id]);
});
