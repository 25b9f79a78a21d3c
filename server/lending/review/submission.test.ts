// Test of applications that go to review by themselves, are reminded, and lapse without a ban.
import { beforeAll, describe, expect, test } from 'vitest';
import { applying } from '#contract/lending/applying.ts';
import { lending } from '#contract/lending/calls.ts';
import { reviewConsent } from '#contract/lending/loan-application.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationMembersOffice as membersOffice } from '#contract/verification/members.ts';
import { applicationOf, loanOf } from '../../../actors/loan.ts';
import { newPicture, type Person } from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';
import { auditOf, lockWaits } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { sql } from '../../database/sql.ts';
import { inWork } from '../../work.ts';
import { lendingJobs } from '../jobs.ts';
import { lockedLoan } from '../loan.ts';
import {
  agreedBefore,
  applied,
  newBorrower,
  newOffice,
  offered,
  proveIncome,
  type Office,
} from '../testing/cases.ts';
import { papersMoved } from './submission.ts';

/** Statuses of a member's file for the verification. */
const FILE_REVIEWING = 1;
const FILE_SUPPLEMENT = 2;

const server = useServer();
const { memberAt } = stepsOn(server);
let office: Office;
beforeAll(async () => {
  office = await newOffice(server);
});

const approval = { decision: 'approve' };
const as = ({ token }: Person) => ({ token });
const approveIdentity = (member: Person) =>
  decide(server, office.reviewer, 'identity_review', Number(member.id), approval);
/** The moves into review; the program itself has no id. */
const sendings = (id: string) =>
  auditOf(server, { type: 'loan', id, action: 'loan.sent_to_audit' });
const job = (name: string) => lendingJobs.find((each) => each.name === name)!.run(server.services);
const noticesOf = ({ id }: Person) =>
  server.rows<{ title: string; body: string; link: string }>(
    'select title, body, link from notices.notice where member_id = $1 order by id',
    [id],
  );

describe('an application goes to review', () => {
  test('and not again once it has its offer', async () => {
    const { borrower } = await offered(server, office);
    expect(await server.refused(lending.audit, {}, as(borrower))).toBe('LOAN_STATUS');
  });

  test('with the proof of income, by the system and with the consent', async () => {
    const { borrower, loan } = await applied(server);
    expect(loan.status).toBe(10);
    await proveIncome(server, borrower);
    expect((await loanOf(server, borrower)).status).toBe(20);
    const [row] = await sendings(loan.id);
    expect(row?.actorId).toBeNull();
    expect(row?.snapshot).toMatchObject({
      consent: { kind: reviewConsent.kind, version: '2026-12', givenAt: expect.any(String) },
    });
    const task = await openTaskId(server, 'loan_review', loan.id);
    // The specification's client calls `audit` as before, which changes nothing.
    const { data } = await server.ok(lending.audit, {}, as(borrower));
    expect(data).toMatchObject({ id: loan.id, status: 20, missing: [] });
    expect(await openTaskId(server, 'loan_review', loan.id)).toBe(task);
    expect(await sendings(loan.id)).toHaveLength(1);
    const open = await server.ok(tasksOffice.getTask, { id: task }, as(office.reviewer));
    expect(open.data.subject.id).toBe(loan.id);
  });

  test('with the approval of the identity', async () => {
    const member = await memberAt(4);
    const { data } = await server.ok(lending.apply, applicationOf(), as(member));
    await proveIncome(server, member);
    expect((await loanOf(server, member)).status).toBe(10);
    expect(await approveIdentity(member)).toBeNull();
    expect((await loanOf(server, member)).status).toBe(20);
    expect((await sendings(data.id)).map(({ actorId }) => actorId)).toEqual([null]);
  });

  test('at once if everything is in', async () => {
    const borrower = await newBorrower(server);
    await proveIncome(server, borrower);
    const { data } = await server.ok(lending.apply, applicationOf(), as(borrower));
    expect(data).toMatchObject({ status: 20, papersBy: null });
  });

  test('again with the last document that was asked for', async () => {
    const { borrower, loan } = await applied(server);
    await proveIncome(server, borrower);
    const items = [
      { item: 'job', reason: '請補在職證明' },
      { item: 'income', reason: '請補薪資單' },
    ];
    const ask = { decision: 'supplement', reason: '文件不足', items };
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, ask)).toBeNull();
    const send = async (item: string) => {
      const how = { ...as(borrower), files: [await newPicture('image')] };
      return (await server.ok(applying.additionalDocument, { item }, how)).data.status;
    };
    expect(await send('job')).toBe(15);
    expect(await send('income')).toBe(20);
    expect((await sendings(loan.id)).map(({ actorId }) => actorId)).toEqual([null, null]);
  });

  test('only by its borrower if they agreed to an older text', async () => {
    const { borrower, loan } = await applied(server);
    await agreedBefore(server, loan.id);
    await proveIncome(server, borrower);
    expect(await loanOf(server, borrower)).toMatchObject({ status: 10, missing: [] });
    expect((await server.ok(lending.audit, {}, as(borrower))).data.status).toBe(20);
    expect((await sendings(loan.id))[0]?.actorId).toBe(Number(borrower.id));
  });

  test('once, whatever arrives at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const member = await memberAt(4);
      const { data } = await server.ok(lending.apply, applicationOf(), as(member));
      await Promise.all([proveIncome(server, member), approveIdentity(member)]);
      expect((await loanOf(server, member)).status).toBe(20);
      expect(await sendings(data.id)).toHaveLength(1);
    }
    for (let round = 0; round < 4; round += 1) {
      const borrower = await newBorrower(server);
      await Promise.all([
        proveIncome(server, borrower),
        server.ok(lending.apply, applicationOf(), as(borrower)),
      ]);
      expect((await loanOf(server, borrower)).status).toBe(20);
    }
  });
});

describe('an application that lacks something', () => {
  const daysAgo = async (loanId: string, days: number) => {
    await server.rows(
      `update lending.loan set status_at = status_at - make_interval(days => $2),
         papers_by = papers_by - make_interval(days => $2) where id = $1`,
      [loanId, days],
    );
    await server.rows(
      'update lending.reminder set term = term - make_interval(days => $2) where loan_id = $1',
      [loanId, days],
    );
  };

  test('is reminded after 7 and 14 days, and lapses after 30 without a ban', async () => {
    const { borrower, loan } = await applied(server);
    expect(loan.papersBy).not.toBeNull();
    const reminders = async () => {
      await job('lending.papers');
      await job('lending.papers');
      return (await noticesOf(borrower)).filter(({ title }) => title === '提醒：申貸案還等您完成');
    };
    await daysAgo(loan.id, 6);
    expect(await reminders()).toHaveLength(0);
    await daysAgo(loan.id, 1);
    const [first, ...more] = await reminders();
    expect(more).toEqual([]);
    expect(first?.body).toContain('提供財力證明');
    expect(first?.link).toBe('/loan/financial_proof');
    await daysAgo(loan.id, 7);
    expect(await reminders()).toHaveLength(2);
    await daysAgo(loan.id, 16);
    await job('lending.lapse');
    expect((await loanOf(server, borrower)).status).toBe(10);
    expect(await reminders()).toHaveLength(2);
    await daysAgo(loan.id, 1);
    await job('lending.lapse');
    const lapsed = await loanOf(server, borrower);
    expect(lapsed).toMatchObject({ status: 98, reason: '逾期未備齊資料' });
    const { data } = await server.ok(lending.qualification, {}, as(borrower));
    expect(data).toMatchObject({ qualified: true, retryOn: null });
  });

  test('does not lapse while the identity is with us, nor the day it comes back', async () => {
    const member = await memberAt(4);
    const { data } = await server.ok(lending.apply, applicationOf(), as(member));
    await daysAgo(data.id, 40);
    await job('lending.lapse');
    await job('lending.papers');
    expect((await loanOf(server, member)).status).toBe(10);
    const items = [{ item: 'id', fields: ['idFront'], reason: '請重拍' }];
    const back = { decision: 'supplement', reason: '照片模糊', items };
    const id = Number(member.id);
    expect(await decide(server, office.reviewer, 'identity_review', id, back)).toBeNull();
    await job('lending.lapse');
    const { status, papersBy } = await loanOf(server, member);
    expect(status).toBe(10);
    const days = (Date.parse(papersBy!) - server.services.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(13);
  });

  test('gets time when we have decided about its papers, whatever we decided', async () => {
    const daysLeft = async (person: Person) => {
      const { papersBy } = await loanOf(server, person);
      return (Date.parse(papersBy!) - server.services.clock.now().getTime()) / 86_400_000;
    };
    const member = await memberAt(4);
    const { data } = await server.ok(lending.apply, applicationOf(), as(member));
    await daysAgo(data.id, 40);
    expect(await approveIdentity(member)).toBeNull();
    await job('lending.lapse');
    expect(await loanOf(server, member)).toMatchObject({ status: 10 });
    expect(await daysLeft(member)).toBeGreaterThan(13);
    // A step that we open again is no reason to lapse either.
    await daysAgo(data.id, 13);
    const reset = { id: String(member.id), stage: 2, reason: '證件照片不符' };
    await server.ok(membersOffice.resetStage, reset, as(office.reviewer));
    expect(await daysLeft(member)).toBeGreaterThan(13);
    // What a member does by themselves gives no time.
    const other = await memberAt(4);
    await server.ok(lending.apply, applicationOf(), as(other));
    const before = (await loanOf(server, other)).papersBy;
    await proveIncome(server, other);
    expect((await loanOf(server, other)).papersBy).toBe(before);
  });

  test('of an older text is told when only the sending is left', async () => {
    const member = await memberAt(4);
    const { data } = await server.ok(lending.apply, applicationOf(), as(member));
    expect(data.sendsItself).toBe(true);
    await agreedBefore(server, data.id);
    await proveIncome(server, member);
    expect(await loanOf(server, member)).toMatchObject({ sendsItself: false });
    expect(await approveIdentity(member)).toBeNull();
    const [last] = (await noticesOf(member)).toReversed();
    expect(last).toMatchObject({ title: '提醒：申貸案還等您完成', link: '/account/loan' });
    expect(last?.body).toContain('送出審核');
  });

  test('does not lapse if what it waited for happens while the job waits for it', async () => {
    const member = await memberAt(4);
    const { data } = await server.ok(lending.apply, applicationOf(), as(member));
    const toFile = (status: number) =>
      sql`update verification.profile set status = ${status} where member_id = ${member.id}`;
    await inWork(server.services, ({ tx }) => tx.run(toFile(FILE_SUPPLEMENT)));
    await daysAgo(data.id, 40);
    let lapsing: Promise<void> | undefined;
    await inWork(server.services, async ({ tx }) => {
      await lockedLoan(tx, Number(data.id));
      lapsing = job('lending.lapse');
      await lockWaits(server, 1);
      await tx.run(toFile(FILE_REVIEWING));
    });
    await lapsing;
    expect((await loanOf(server, member)).status).toBe(10);
  });

  test('is not withdrawn while it is being sent, so that no task is left without it', async () => {
    const { borrower, loan } = await applied(server);
    await agreedBefore(server, loan.id);
    await proveIncome(server, borrower);
    await server.rows(`update lending.consent set version = '2026-12' where loan_id = $1`, [
      loan.id,
    ]);
    let withdrawn: Promise<string> | undefined;
    await inWork(server.services, async (work) => {
      await papersMoved(work, Number(borrower.id));
      withdrawn = server.refused(lending.cancelLoan, { id: loan.id }, as(borrower));
      await lockWaits(server, 1);
    });
    expect(await withdrawn).toBe('LOAN_STATUS');
    expect((await loanOf(server, borrower)).status).toBe(20);
    expect(await openTaskId(server, 'loan_review', loan.id)).toBeTruthy();
    // Once it is there, the task ends with it.
    await server.ok(lending.cancelLoan, { id: loan.id }, as(borrower));
  });

  test('can be withdrawn, also during the review', async () => {
    const { borrower, loan } = await applied(server);
    await proveIncome(server, borrower);
    const { data } = await server.ok(lending.cancelLoan, { id: loan.id }, as(borrower));
    expect(data.status).toBe(96);
  });
});
