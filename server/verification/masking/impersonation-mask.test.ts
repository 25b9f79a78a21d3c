// Tests that an impersonating operator sees none of the personal data of the member and of the
// member's contacts.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint, Role } from '#contract/core/endpoint.ts';
import { site } from '#contract/index.ts';
import { applying } from '#contract/lending/applying.ts';
import {
  identityImpersonation,
  identityImpersonationOffice as office,
} from '#contract/identity/impersonation.ts';
import { addDays } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { invoicesOffice } from '#contract/invoices/office.ts';
import { webhooks } from '#contract/webhooks/calls.ts';
import { investingStatements } from '#contract/investing/statements.ts';
import { applicationOf } from '../../../actors/loan.ts';
import { stepUpAtOnce } from '../../../tests/actors/api.ts';
import { goTo, lentLoan, pay, today } from '../../../tests/actors/loans.ts';
import { negotiating, newDesk, offered } from '../../../tests/actors/negotiations.ts';
import { textOf } from '../../../tests/files/pdf-text.ts';
import { fromElsewhere, newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';
import { issueInvoices } from '../../invoices/issuing.ts';
import { funded, newOffice } from '../../lending/testing/cases.ts';
import { secretsOf } from '../testing/personal-values.ts';

const server = useServer();
const roles: readonly Role[] = ['reviewer', 'approver', 'finance', 'admin'];

/** Returns the token of an operator who is impersonating the member. */
async function lookAt(member: Person, role: Role) {
  const { token } = await newOperator(server, [role]);
  const ask = { id: String(member.id), reason: '會員來電詢問出資紀錄' };
  const { data } = await server.ok(office.startImpersonation, ask, {
    token,
    headers: fromElsewhere(),
  });
  const link = new URL(data.link).hash.slice(1);
  return (await server.ok(identityImpersonation.openImpersonation, { token: link })).data;
}

/** Registers a webhook of the member, with an event to show. */
async function webhookOf(member: Person) {
  await stepUpAtOnce(server, member, 'webhook');
  const asked = { url: 'http://127.0.0.1:9/hook', types: ['order.placed' as const] };
  const { id } = (await server.ok(webhooks.addWebhook, asked, member)).data;
  await server.ok(webhooks.testWebhook, { id }, member);
  const { data } = await server.ok(webhooks.listDeliveries, { id }, member);
  return { webhookId: id, deliveryId: data[0]?.id ?? '' };
}

const calls = Object.entries(site).flatMap(([feature, of]) =>
  Object.entries(of as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${feature}.${name}`,
    endpoint,
  })),
);
const reads = calls.filter(
  ({ endpoint: { access, himself, kind } }) => access !== 'public' && kind === 'read' && !himself,
);

const period = { start_at: '2020-01-01 00:00:00', end_at: '2090-12-31 23:59:59' };
const inputs = (of: Omit<Looked, 'member'>): Record<string, object> => ({
  'investing.getCase': { id: of.loanId },
  'lending.settlement': { id: of.loanId },
  'investing.calculation': { amount: 1_000, id: of.loanId },
  'investing.holding': { invest_id: of.orderId ?? '1' },
  'investing.orderSummary': period,
  'investing.ongoingSummary': period,
  'investing.overdue': period,
  'invoices.getInvoice': { number: 'AB00000000' },
  'proofs.orderLog': { invest_id: of.orderId ?? '1' },
  'servicing.loanNegotiation': { id: of.loanId },
  'servicing.investorNegotiation': { invest_id: of.orderId ?? '1' },
  'servicing.prepaymentQuote': { id: of.loanId, kind: 'full' },
  'webhooks.listDeliveries': { id: of.webhookId },
  'webhooks.getDelivery': { id: of.deliveryId },
});

type Looked = {
  member: Person;
  loanId: string;
  orderId: string | undefined;
  webhookId: string;
  deliveryId: string;
};
let looked: Looked[] = [];

beforeAll(async () => {
  const signing = await funded(server, await newOffice(server));
  const desk = await newDesk(server);
  const late = await negotiating(server, desk);
  await offered(server, desk, late);
  const lent = await lentLoan(server, desk.finance);
  const settled = await lentLoan(server, desk.finance);
  const full = { id: String(settled.loan.id), kind: 'full' } as const;
  const { data } = await server.ok(servicing.instructPrepayment, full, settled.loan.borrower);
  await pay(server, settled.account, data.total);
  await drain(server.services);
  await goTo(server, addDays(today(server), 1));
  const orderOf = async ({ id }: Person) =>
    (
      await server.rows<{ id: string }>(
        'select id::text from investing."order" where member_id = $1 limit 1',
        [id],
      )
    )[0]?.id;
  const people: [Person, string][] = [
    [signing.borrower, signing.loan.id],
    [signing.investors[0]!, signing.loan.id],
    [late.borrower, String(late.id)],
    [late.investors[0]!, String(late.id)],
    [lent.loan.borrower, String(lent.loan.id)],
    [settled.loan.borrower, String(settled.loan.id)],
  ];
  looked = await Promise.all(
    people.map(async ([member, loanId]) => ({
      member,
      loanId,
      orderId: await orderOf(member),
      ...(await webhookOf(member)),
    })),
  );
  await server.ok(
    applying.saveLoanDraft,
    { version: 0, device: crypto.randomUUID(), reached: 6, values: applicationOf() },
    late.borrower,
  );
  const track = { letters: 'AB', first: '00000000', last: '00000099' };
  const by = await newOperator(server, ['finance']);
  await server.ok(invoicesOffice.addTrack, { period: today(server), ...track }, by);
  await server.advance(1);
  await issueInvoices(server.services);
});

/** Returns every personal value of all impersonated members and their contacts. */
async function allSecrets(): Promise<string[]> {
  const each = await Promise.all(looked.map(({ member }) => secretsOf(server, member.id)));
  const { contact } = applicationOf();
  return [...new Set([...each.flat(), contact.name, contact.phone])];
}

describe('an operator who impersonates a member', () => {
  test.each(roles)('gets no personal data in full: %s', async (role) => {
    const secrets = await allSecrets();
    const answered = new Set<string>();
    const leaks: string[] = [];
    for (const { member, ...of } of looked) {
      const { user, look } = await lookAt(member, role);
      const note = (name: string, text: string) =>
        leaks.push(...secrets.filter((one) => text.includes(one)).map((one) => `${name}: ${one}`));
      note('openImpersonation', JSON.stringify([{ ...user, accessToken: '' }, look]));
      for (const { name, endpoint } of reads) {
        const input = inputs(of)[name] ?? {};
        const { body, status } = await server.ask(endpoint, input, { token: user.accessToken });
        if (status === 200) answered.add(name);
        note(name, JSON.stringify(body));
      }
    }
    expect(leaks).toEqual([]);
    // A call that never succeeded during the test would prove nothing.
    expect(reads.map(({ name }) => name).filter((name) => !answered.has(name))).toEqual([]);
  });

  test('sees masked what the office masks', async () => {
    const [{ member } = looked[0]!] = looked;
    const { user } = await lookAt(member, 'finance');
    expect(user.email).toMatch(/^[^@*]{1,2}\*\*\*@example\.com$/);
    const info = await server.ok(site.identity.accountInfo, {}, { token: user.accessToken });
    expect(info.data).toMatchObject({ email: user.email, name: '王○明', birthday: null });
    const own = await server.ok(site.identity.accountInfo, {}, member);
    expect(own.data).toMatchObject({ email: member.email, name: '王小明', birthday: '1990-05-17' });
  });

  test('opens no document that names a person', async () => {
    const open = calls.filter(
      ({ endpoint: { access, himself, kind } }) =>
        access !== 'public' && ['document', 'export'].includes(kind) && !himself,
    );
    expect(open.map(({ name }) => name)).toEqual([
      'investing.caseDocument',
      'investing.statement',
      'investing.interestReport',
      'invoices.invoicesFile',
      'reports.trustReportFile',
    ]);
    const { member } = looked[3]!;
    const { user } = await lookAt(member, 'admin');
    const month = server.services.clock.now().toISOString().slice(0, 7);
    const bytesOf = async (token: string, format: 'pdf' | 'csv') => {
      const path = investingStatements.statement.path;
      const answer = await fetch(`${server.siteUrl}${path}?month=${month}&format=${format}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    const [theirs, own] = await Promise.all([
      textOf(await bytesOf(user.accessToken, 'pdf')),
      textOf(await bytesOf(member.token, 'pdf')),
    ]);
    const csv = (await bytesOf(user.accessToken, 'csv')).toString();
    expect(own).toContain('王小明');
    expect(theirs).toContain('王○明');
    for (const one of await allSecrets()) expect(theirs + csv).not.toContain(one);
    const contract = { invest_id: looked[3]!.orderId ?? '' };
    const refused = await server.refused(site.investing.investorContract, contract, {
      token: user.accessToken,
    });
    expect(refused).toBe('VIEW_ONLY');
  });
});
