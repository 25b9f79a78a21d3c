// Tests who may read a case by its id: every confirmed member during funding, afterwards only the
// borrower and the investors.
import { describe, expect, test } from 'vitest';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { loanStatuses } from '#contract/lending/loan-status.ts';
import { investing } from '#contract/investing/calls.ts';
import { investingCase } from '#contract/investing/case.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import { fromElsewhere, newMember, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import type { Progress } from './progress.ts';

const server = useServer();
const { getCase, calculation, quickApply } = investing;
const { caseDocument } = investingCase;

const progress = async (id: string, { token }: Person, signal?: AbortSignal) =>
  fetch(`${server.siteUrl}/v1/invest/${id}/progress`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });

async function progressCode(id: string, who: Person): Promise<string | null> {
  const left = new AbortController();
  const response = await progress(id, who, left.signal);
  if (response.status === 200) return (left.abort(), null);
  return ((await response.json()) as { code: string }).code;
}

/** Documents have a rate limit per address, so each request uses a different address. */
const from = ({ token }: Person) => ({ token, headers: fromElsewhere() });

/** Returns the refusal of each call about a case for a person; null if the call succeeds. */
async function codesOf(id: string, who: Person) {
  const codeOf = async (answer: Promise<{ code: string | null }>) => (await answer).code;
  return {
    getCase: await codeOf(server.ask(getCase, { id }, who)),
    calculation: await codeOf(server.ask(calculation, { id, amount: 1_000 }, who)),
    risk: await codeOf(server.ask(caseDocument, { id, kind: 'risk' }, from(who))),
    progress: await progressCode(id, who),
  };
}
const all = (code: string | null) => ({
  getCase: code,
  calculation: code,
  risk: code,
  progress: code,
});

/**
 * Creates a case with a borrower, and for each possible outcome of an order a member with such an
 * order.
 */
async function newParties() {
  const borrower = await newMember(server);
  const id = String(await newCase(server, { borrowerId: borrower.id }));
  const [holder, cancelled, expired, intruder] = [
    await newInvestor(server),
    await newInvestor(server),
    await newInvestor(server),
    await newInvestor(server),
  ];
  for (const one of [holder, cancelled, expired]) {
    await server.ok(quickApply, { id, invest_amount: 1_000, payment_mode: 1 }, one);
  }
  const become = (who: Person, stored: number) =>
    server.rows('update investing."order" set stored_status = $2 where member_id = $1', [
      who.id,
      stored,
    ]);
  await become(cancelled, 55);
  await become(expired, 50);
  const goTo = async (status: LoanStatus) => {
    await server.rows('update lending.loan set status = $2 where id = $1', [id, status]);
    if (status >= 60 && status <= 95) await become(holder, 20);
  };
  return { id, borrower, holder, cancelled, expired, intruder, goTo };
}

/**
 * Restores a case to its state before the test, so that the ledger's invariants hold after this
 * test file.
 */
async function restore({ id, holder, cancelled, expired }: Awaited<ReturnType<typeof newParties>>) {
  await server.rows('update lending.loan set status = 40 where id = $1', [id]);
  await server.rows(
    'update investing."order" set stored_status = 0 where member_id = any ($1::bigint[])',
    [[holder.id, cancelled.id, expired.id]],
  );
}

const funded: readonly LoanStatus[] = [40, 50, 55];
const lent = loanStatuses.filter((status) => status >= 60 && status <= 95);
const dead: readonly LoanStatus[] = [96, 98, 99];

describe('a case by its id', () => {
  test('is hidden from accounts whose address nobody has confirmed', async () => {
    const parties = await newParties();
    const someone = await newMember(server);
    await server.rows('update identity.member set email_verified_at = null where id = $1', [
      someone.id,
    ]);
    for (const status of [...funded, ...lent, ...dead]) {
      await parties.goTo(status);
      expect([status, await codesOf(parties.id, someone)]).toEqual([
        status,
        all('EMAIL_NOT_VERIFIED'),
      ]);
    }
    const terms = { amount: 1_000, rate: 12, installment: 12 };
    expect((await server.ask(calculation, terms, someone)).status).toBe(200);
    await restore(parties);
  });

  test('is shown to every confirmed member while it is funded, signed or disbursed', async () => {
    const parties = await newParties();
    for (const status of funded) {
      await parties.goTo(status);
      for (const who of [parties.intruder, parties.holder, parties.borrower, parties.expired]) {
        expect([status, await codesOf(parties.id, who)]).toEqual([status, all(null)]);
      }
    }
    await restore(parties);
  });

  test('is shown only to its holders and its borrower after disbursement', async () => {
    const parties = await newParties();
    expect(lent).toEqual([60, 61, 65, 70, 75, 80, 90, 95]);
    for (const status of lent) {
      await parties.goTo(status);
      for (const who of [parties.holder, parties.borrower]) {
        expect([status, await codesOf(parties.id, who)]).toEqual([status, all(null)]);
      }
      for (const who of [parties.intruder, parties.cancelled, parties.expired]) {
        expect([status, await codesOf(parties.id, who)]).toEqual([status, all('CASE_NOT_FOUND')]);
      }
    }
    await restore(parties);
  });

  test('that failed is shown only to its borrower and those who ordered', async () => {
    const parties = await newParties();
    for (const status of dead) {
      await parties.goTo(status);
      for (const who of [parties.holder, parties.borrower, parties.cancelled]) {
        expect([status, await codesOf(parties.id, who)]).toEqual([status, all(null)]);
      }
      expect(await codesOf(parties.id, parties.intruder)).toEqual(all('CASE_NOT_FOUND'));
    }
    await restore(parties);
  });

  test('closes the stream of those who may not see the outcome', async () => {
    const parties = await newParties();
    const [theirs, own] = [
      await progress(parties.id, parties.intruder),
      await progress(parties.id, parties.borrower),
    ];
    await parties.goTo(61);
    const seen = await theirs.text();
    expect(statuses(seen)).toEqual([40]);
    const reader = own.body!.getReader();
    let text = '';
    while (statuses(text).length < 2) {
      const { value, done } = await reader.read();
      expect(done, 'the borrower follows on').toBe(false);
      text += new TextDecoder().decode(value);
    }
    await reader.cancel();
    expect(statuses(text)).toEqual([40, 61]);
    await restore(parties);
  });
});

const statuses = (events: string) =>
  Array.from(
    events.matchAll(/^data: (.*)$/gm),
    ([, data = '']) => (JSON.parse(data) as Progress).status,
  );
