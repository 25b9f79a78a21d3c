// Walks every state of loan, order, poll and negotiation, and compares what pages and messages say
// in it with the tables of words in the contract.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { addDays, type Day } from '#contract/core/day.ts';
import type { Order } from '#contract/investing/calls.ts';
import { ORDER, orderStatuses } from '#contract/investing/order-status.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { isLoanOver, LOAN, loanStatuses } from '#contract/lending/loan-status.ts';
import {
  lateStandingOf,
  lateStandings,
  lateWordsOf,
  type LateFacts,
  type LateStanding,
} from '#contract/servicing/late-words.ts';
import { type Proposal, proposalStatuses } from '#contract/servicing/negotiation-calls.ts';
import { pollStatuses, pollWords } from '#contract/servicing/poll.ts';
import { proposalWords } from '#contract/servicing/words.ts';
import type { ServerLoan } from '#contract/lending/calls.ts';
import { type Fact, wordsOf } from '#contract/today/facts.ts';
import { loanFacts } from '../server/today/facts.ts';
import { resolutionNotices } from '../server/servicing/negotiation/resolution-words.ts';
import { noticeKinds } from '../server/servicing/words.ts';
import BankTransferPage from '../web/investing/order/BankTransferPage.tsx';
import { actionOf, AWAITING_BANK } from '../web/investing/order/order-action.ts';
import { OrderOutcome } from '../web/investing/order/OrderOutcome.tsx';
import { OrderTag } from '../web/investing/order/order-words.tsx';
import HoldingPage from '../web/portfolio/HoldingPage.tsx';
import LoanPage from '../web/lending/loan/LoanPage.tsx';
import { ConsentCard } from '../web/servicing/ConsentCard.tsx';
import { NegotiationSection } from '../web/servicing/NegotiationSection.tsx';
import { PollCard, type Resolution } from '../web/servicing/PollCard.tsx';
import { dayIn } from '../web/ui/clock.ts';

// The page of a listed loan writes its address into the button that shares it.
vi.stubGlobal('window', { location: { origin: 'http://127.0.0.1' } });
vi.stubGlobal('navigator', {});
afterAll(() => vi.unstubAllGlobals());

const today = dayIn() as Day;
const instant = (days: number) => `${addDays(today, days)}T04:00:00.000Z`;

// Pages rendered on the server do not know the time, and say what holds before a deadline.
const clock = vi.hoisted(() => ({ now: 0 }));
vi.mock('../web/ui/clock.ts', async (original) => ({
  ...(await original<object>()),
  useNow: () => clock.now,
}));
clock.now = Date.parse(instant(0));

type Given = [feature: string, call: string, input: object, data: unknown];

/**
 * Renders a component as the server does, with answers of calls that are there already, at an
 * address whose last part is an id.
 */
function shown(element: ReactNode, answers: Given[] = [], at = '/7?order=7'): string {
  const client = new QueryClient();
  for (const [feature, call, input, data] of answers) {
    client.setQueryData([feature, call, input], { data });
  }
  const page = createElement(QueryClientProvider, { client }, element);
  const router = createMemoryRouter([{ path: '/:id', element: page }], { initialEntries: [at] });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}
const textOf = (html: string) => html.replace(/<[^>]*>/g, '');
/** Texts of the tags, that is, of the coloured labels of states. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<span class="tag[^>]*>(.*?)<\/span>/g)].map(([, text]) => textOf(text!));

const figures = {
  annualRate: 9,
  installments: 12,
  graceMonths: 0,
  instalment: 9_000,
  firstDueOn: today,
  lastDueOn: today,
  principal: 90_000,
  interest: 5_000,
  arrears: 0,
  total: 95_000,
};
const owed = { principal: 90_000, interest: 500, lateInterest: 60, penalty: 10 };
const proposalOf = (status: Proposal['status']) => ({
  id: '5',
  version: 1,
  status,
  baseOn: today,
  before: figures,
  after: figures,
  owed,
  waived: owed,
  rows: [],
  borrowerBy: instant(3),
  investorsBy: instant(3),
  agreedAt: status === 'offered' ? null : instant(-1),
  endedAt: null,
  sha256: null,
  consent: { agreed: 1_000, total: 90_000, needed: 60_000 },
});

const loanOf = ({ status, notice }: LateFacts, isLate: boolean) =>
  ({
    id: '1',
    caseNo: 'A1',
    plan: { slug: 'engineer', listName: '工程師方案' },
    status,
    statusCode: LOAN[status].code,
    statusText: LOAN[status].text,
    amount: 100_000,
    annualRate: 9,
    installments: 12,
    instalment: 9_000,
    original: null,
    apr: 10,
    platformFee: 3_000,
    netPayout: 97_000,
    purpose: 1,
    createdAt: instant(-90),
    missing: [],
    supplement: null,
    documents: [],
    fundedAmount: 50_000,
    investorCount: 3,
    offer: {
      amount: 100_000,
      annualRate: 9,
      installments: 12,
      instalment: 9_000,
      apr: 10,
      platformFee: 3_000,
      remittanceFee: 15,
      netPayout: 97_000,
      totalInterest: 5_000,
      grade: 'B',
      validUntil: instant(3),
    },
    endsAt: instant(3),
    reviewBy: today,
    signBy: instant(3),
    disbursedOn: today,
    servicingTerms: { graceDays: 7, violationFromDay: 31, penaltySteps: [] },
    schedule: [],
    virtualAccount: null,
    prepayment: null,
    prepaid: 0,
    reason: null,
    outstandingPrincipal: 90_000,
    settledOn: null,
    settleType: null,
    rejection: null,
    nextDue: null,
    notice,
    overdue: isLate
      ? { lateDays: 33, amount: 9_200, lateInterest: 60, penalty: 10, courtCosts: 0 }
      : null,
  }) as unknown as Loan;

const notices: LateFacts['notice'][] = [
  null,
  { payBy: addDays(today, 5), accelerated: false, declared: false },
  { payBy: addDays(today, 5), accelerated: false, declared: true },
  { payBy: addDays(today, -3), accelerated: false, declared: false },
  { payBy: addDays(today, -3), accelerated: false, declared: true },
  { payBy: addDays(today, -3), accelerated: true, declared: false },
];
/** Every combination of facts that a loan can have; only one in violation or court has a notice. */
const everyFact: LateFacts[] = loanStatuses.flatMap((status) =>
  ([70, 80].includes(status) ? notices : [null]).flatMap((notice) =>
    [false, true].flatMap((isRequested) =>
      ([60, 75, 80].includes(status) ? [null, ...proposalStatuses] : [null]).flatMap((proposal) =>
        (status === 80 ? [false, true] : [false]).map((hasFailed) => ({
          status,
          notice,
          isRequested,
          proposal,
          hasFailed,
          today,
        })),
      ),
    ),
  ),
);

/** What a text may say only in some standings, whichever page or message says it. */
const claims: { words: RegExp; only: readonly LateStanding[] }[] = [
  { words: /本金將全部到期/, only: ['notice', 'overdue', 'declared', 'legalWithNotice'] },
  { words: /即將全部到期/, only: ['noticeRunOut', 'declaredRunOut'] },
  { words: /(?:本金|\d)已全部到期/, only: ['accelerated'] },
  {
    words: /提出協商|選擇「我需要協助」/,
    only: [
      ...(['grace', 'overdue', 'notice', 'noticeRunOut', 'accelerated', 'violation'] as const),
      ...(['declared', 'declaredRunOut'] as const),
    ],
  },
  { words: /正在擬定/, only: ['drafting'] },
  { words: /不計遲延利息與違約金|內繳清，?不(?:收取|會產生)任何費用/, only: ['grace'] },
  { words: /方案已生效[，。]/, only: ['inForce'] },
];
const wrongClaims = (text: string, standing: LateStanding | null) =>
  claims.filter(({ words, only }) => words.test(text) && (!standing || !only.includes(standing)));

describe('a borrower’s loan', () => {
  const seen = new Set<LateStanding | null>();
  /** Renders the loan's page and the section of its negotiation, and returns their texts. */
  const pagesOf = (facts: LateFacts) => {
    const standing = lateStandingOf(facts);
    const loan = loanOf(facts, facts.status >= 61 && facts.status <= 80);
    const request = { reason: 'income', wish: 'extend', affordable: 5_000, note: null };
    const negotiation = {
      loanId: '1',
      caseNo: 'A1',
      status: facts.status,
      papers: [],
      events: [],
      canRequest: [61, 65, 70, 75].includes(facts.status),
      request: facts.isRequested ? { ...request, requestedAt: instant(-2) } : null,
      hasFailed: facts.hasFailed,
      proposal: facts.proposal ? proposalOf(facts.proposal as Proposal['status']) : null,
    };
    const answers: Given[] = [
      ['lending', 'myLoans', {}, [loan]],
      ['servicing', 'loanNegotiation', { id: '1' }, negotiation],
      ['lending', 'loanDraft', {}, null],
      ['lending', 'qualification', {}, { retryOn: null }],
    ];
    const lateWords = lateWordsOf(facts);
    const context = {
      answerBy: null,
      debit: null,
      hasDebitFailed: false,
      isFileReviewed: false,
      fileAnswerBy: null,
    };
    const late = lateWords && { ...facts };
    const told = loanFacts(loan as unknown as ServerLoan, { ...context, late, today });
    const page = shown(createElement(LoanPage), answers);
    const section = shown(createElement(NegotiationSection, { loan }), answers);
    const home = told
      .map((fact) => wordsOf(fact as unknown as Fact))
      .map(({ title, about }) => `${title} ${about ?? ''}`)
      .join(' ');
    return { standing, page, home, section: textOf(section) };
  };

  test.each(loanStatuses)('of status %i is named and told as the tables say', (status) => {
    for (const facts of everyFact.filter((one) => one.status === status)) {
      const { standing, page, home, section } = pagesOf(facts);
      const about = JSON.stringify(facts);
      seen.add(standing);
      if (!isLoanOver(status)) {
        expect(tagsOf(page)[0], about).toBe(LOAN[status].text);
      }
      const words = lateWordsOf(facts);
      const told = textOf(page);
      // A loan that keeps negotiated terms is not late: only its negotiation says so.
      if (words && facts.status !== 60) {
        expect(told, about).toContain(words.where);
        expect(home, about).toContain(words.where);
        expect(section, about).toContain(words.negotiation ?? words.where);
        expect(told, about).toContain(words.action);
      }
      if (standing === 'inForce') expect(section).toContain(words!.where);
      // No page says what another standing's sentence says.
      for (const text of [told, home, section]) {
        expect(wrongClaims(text, standing), `${about}: ${text}`).toEqual([]);
      }
      if (facts.isRequested) expect(told + home).not.toMatch(/可以提出協商|我需要協助/);
    }
  });

  test('has been walked in every standing', () => {
    expect([...seen].toSorted()).toEqual([...lateStandings, null].toSorted());
  });
});

/** Standings in which a message is sent; other messages to borrowers may claim nothing of these. */
const sentIn: Record<string, LateStanding> = {
  lateFirstDay: 'grace',
  lateInGrace: 'grace',
  lateLastDayOfGrace: 'grace',
  late: 'overdue',
  collectHelp: 'overdue',
  lateBeforeViolation: 'overdue',
  violation: 'notice',
  declared: 'notice',
  noticeResumed: 'legalWithNotice',
  accelerated: 'accelerated',
  termsOffered: 'offered',
  borrowerAgreed: 'agreed',
  termsInForce: 'inForce',
  negotiationFailed: 'legal',
};

test('messages to borrowers claim what holds in the state in which they are sent', () => {
  const all = Object.entries({ ...noticeKinds, ...resolutionNotices });
  const told = all.filter(([, { kind }]) => kind.category === 'loan');
  expect(told.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(sentIn)));
  let claimed = 0;
  for (const [name, { kind }] of told) {
    const text = `${kind.title}。${kind.body}`;
    claimed += claims.filter(({ words }) => words.test(text)).length;
    expect(wrongClaims(text, sentIn[name] ?? null), name).toEqual([]);
  }
  expect(claimed).toBeGreaterThan(8);
});

describe('an order', () => {
  const orderOf = (status: number, fee: number, payBy = instant(-7)) =>
    ({
      id: '7',
      orderNo: 'B1',
      caseNo: 'A1',
      planName: '工程師方案',
      purpose: '進修',
      status,
      amount: 5_000,
      paidAmount: 5_000,
      annualRate: 9,
      installments: 12,
      createdAt: instant(-9),
      paidAt: instant(-8),
      payBy,
      refunds:
        status >= 60 ? [{ id: '1', amount: 5_000, fee, reason: 'expired', status: 'sent' }] : [],
    }) as unknown as Order;
  /** What the page of an order says only in some statuses. */
  const only: [RegExp, number[]][] = [
    [/出資成功/, [10, 15]],
    [/已經募滿/, [15]],
    [/案件已撥款/, [20, 25, 30, 35, 38, 40]],
    [/帳號已失效/, [50, 55]],
    [/這筆出資已取消/, [55]],
    [/退回中/, [60]],
    [/已退回/, [65]],
  ];

  test.each(orderStatuses.filter((status) => status >= 10))('of status %i', (status) => {
    for (const fee of [0, 15]) {
      const page = shown(createElement(OrderOutcome, { order: orderOf(status, fee) }));
      expect(tagsOf(page)[0]).toBe(ORDER[status].text);
      const text = textOf(page);
      for (const [words, statuses] of only) {
        expect(words.test(text), `${words}: ${text}`).toBe(statuses.includes(status));
      }
      // Money from which a fee was deducted does not come back in full.
      if (fee > 0 && status >= 60) expect(text).not.toContain('全額');
    }
  });

  /** What a member owns by an order of this status; its money is back if it is settled. */
  const holdingOf = (status: number) => {
    const back = status === 40 ? 5_000 : 0;
    return {
      status,
      amount: 5_000,
      receivedPrincipal: back,
      outstandingPrincipal: 5_000 - back,
      lostPrincipal: 0,
      valuation: null,
      receivedInterest: 0,
      receivedLateInterest: 0,
      receivedPenalty: 0,
      receivedPrepaymentFee: 0,
      fee: 0,
      paidInstallments: 0,
      installments: 12,
    };
  };
  const instalment = {
    no: 1,
    status: 'upcoming',
    dueOn: today,
    expectedPrincipal: 400,
    expectedInterest: 40,
    receivedPrincipal: 0,
    receivedInterest: 0,
    receivedLateInterest: 0,
    receivedPenalty: 0,
    receivedPrepaymentFee: 0,
    lostPrincipal: 0,
    fee: 0,
    receivedOn: null,
  };
  const [unpaid, underpaid] = [0, 5];
  /** What the two pages of an order say only in some statuses, before and after its deadline. */
  const onlyBefore: [RegExp, number[]][] = [
    [/這筆出資還沒付款/, [unpaid]],
    [/這筆出資還沒付足/, [underpaid]],
    [/已為您保留/, [unpaid, underpaid]],
    [/等待銀行確認/, []],
  ];
  const onlyAfter: [RegExp, number[]][] = [
    [/還沒付款|還沒付足|已為您保留/, []],
    [/等待銀行確認/, [unpaid, underpaid]],
  ];
  const always: [RegExp, number[]][] = [
    [/案件尚未撥款/, [10, 15]],
    [/這筆出資已經結清/, [40]],
  ];

  test.each(orderStatuses)('of status %i has one name in the list and on its pages', (status) => {
    for (const [payBy, words] of [
      [instant(2), onlyBefore],
      [instant(-2), onlyAfter],
    ] as const) {
      const order = orderOf(status, 0, payBy);
      const isOwned = status >= 10 && status <= 40;
      const holding = isOwned ? holdingOf(status) : null;
      const detail = {
        order,
        holding,
        events: [],
        xirr: null,
        xirrExpected: null,
        instalments: isOwned && status >= 20 ? [instalment] : [],
      };
      const answers: Given[] = [
        ['investing', 'holding', { invest_id: '7' }, detail],
        ['servicing', 'investorNegotiation', { invest_id: '7' }, resolution({})],
        ['lending', 'refundFee', { at: order.createdAt }, { refundFee: 15 }],
      ];
      const page = shown(createElement(HoldingPage), answers);
      const transfer = shown(createElement(BankTransferPage), answers);
      const awaits = status <= underpaid && payBy < instant(0);
      const name = awaits ? AWAITING_BANK.text : ORDER[status].text;
      expect(tagsOf(shown(createElement(OrderTag, { status, payBy })))).toEqual([name]);
      expect(tagsOf(page)[0]).toBe(name);
      const { label } = actionOf(order, clock.now);
      if (status <= underpaid) expect(textOf(page)).toContain(label);
      const text = textOf(page) + textOf(transfer);
      for (const [sentence, statuses] of [...words, ...always]) {
        expect(sentence.test(text), `${sentence}: ${text}`).toBe(statuses.includes(status));
      }
    }
  });
});

const resolution = (more: Partial<Resolution>): Resolution =>
  ({
    status: 75,
    hasFailed: false,
    notice: null,
    orderId: '7',
    loanId: '1',
    poll: null,
    wish: null,
    proposal: null,
    copy: null,
    own: { weight: 5_000, agreedAt: null },
    ...more,
  }) as Resolution;

test('a poll has the words of its state, and a ballot only while it is open', () => {
  const ended = { negotiate: 30_000, legal: 20_000, abstain: 0 };
  for (const state of [...pollStatuses, 'counting'] as const) {
    const isOver = state !== 'open' && state !== 'counting';
    const poll = {
      id: '3',
      loanId: '1',
      status: state === 'counting' ? 'open' : state,
      openedAt: instant(-6),
      closesAt: instant(state === 'open' ? 2 : -1),
      weight: 5_000,
      total: 90_000,
      answer: null,
      votedAt: null,
      turnout: null,
      result: isOver ? ended : null,
    } as NonNullable<Resolution['poll']>;
    const page = shown(createElement(PollCard, { poll, wish: null, about: '進修 A1' }));
    expect(tagsOf(page)).toEqual([pollWords[state].text]);
    const text = textOf(page);
    expect(text.includes('送出投票'), state).toBe(state === 'open');
    expect(text.includes('前投票'), state).toBe(state === 'open');
    expect(text.includes('未投票'), state).toBe(isOver);
  }
});

test('a proposal has the words of its state, and asks investors only when it is agreed', () => {
  for (const status of proposalStatuses) {
    const of = resolution({ proposal: proposalOf(status) as unknown as Proposal });
    const page = shown(createElement(ConsentCard, { of, about: '進修 A1' }));
    expect(tagsOf(page)).toEqual([proposalWords[status].text]);
    for (const words of ['前決定是否同意', '期限內未達三分之二']) {
      expect(textOf(page).includes(words), status).toBe(status === 'agreed');
    }
  }
});
