// Test of a negotiation's documents: the borrower's proofs, and each investor's own copy.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { investingPortfolio } from '#contract/investing/portfolio.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationOffice } from '#contract/verification/calls.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { badBytes } from '../../../tests/files/bad-files.ts';
import { pay } from '../../../tests/actors/loans.ts';
import {
  agreed,
  consent,
  negotiating,
  newDesk,
  offered,
  type Case,
  type Desk,
} from '../../../tests/actors/negotiations.ts';
import { newPicture, newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { textOf } from '../../../tests/files/pdf-text.ts';
import { useServer } from '../../../tests/server.ts';
import { sealNegotiationCopies } from './negotiation-copies.ts';

const server = useServer();
let desk: Desk;
let stranger: Person;

beforeAll(async () => {
  desk = await newDesk(server);
  stranger = await newVerifiedMember(server);
});

const as = (who: Person) => ({ token: who.token });
const idOf = (loan: Case) => ({ id: String(loan.id) });
const viewOf = async (loan: Case) =>
  (await server.ok(servicing.loanNegotiation, idOf(loan), as(loan.borrower))).data;

describe('documents for a request', () => {
  let loan: Case;
  const send = async (who: Person, files?: object[], key?: string) =>
    server.ask(servicing.addNegotiationPapers, idOf(loan), {
      ...as(who),
      ...(key !== undefined && { key }),
      files: (files ?? [await newPicture('image')]) as never,
    });
  beforeAll(async () => {
    loan = await negotiating(server, desk);
  });

  it('are readable files, for the borrower’s own loan', async () => {
    expect((await send(stranger)).code).toBe('LOAN_NOT_FOUND');
    expect((await send(loan.investors[0]!)).code).toBe('LOAN_NOT_FOUND');
    expect((await send(loan.borrower, [])).code).toBe('FILES_MISSING');
    const bad = [
      'FILE_TYPE',
      'FILE_BROKEN',
      'FILE_PIXELS',
      'FILE_SIZE',
      'FILE_ENCRYPTED',
      'FILE_ACTIVE',
    ];
    for (const code of bad) {
      const bytes = await badBytes(code);
      const file = { name: 'image', filename: 'a.jpg', type: 'image/jpeg', bytes };
      expect((await send(loan.borrower, [file])).code).toBe(code);
    }
    expect((await viewOf(loan)).papers).toEqual([]);
  });

  it('are stored once however often they are sent, and shown to operators only', async () => {
    const files = [await newPicture('image'), await newPicture('image')];
    for (let i = 0; i < 2; i += 1) {
      expect((await send(loan.borrower, files, 'papers-once')).code).toBeNull();
    }
    expect((await send(loan.borrower)).code).toBeNull();
    const { papers: own } = await viewOf(loan);
    expect(own.map(({ filename }) => filename)).toEqual(['image.jpg', 'image.jpg', 'image.jpg']);
    const task = await openTaskId(server, 'negotiation_draft', loan.id);
    const { data } = await server.ok(tasksOffice.getTask, { id: task }, as(desk.maker));
    const { papers } = data.detail as { papers: { id: string; contentType: string }[] };
    expect(papers.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
    const [first] = papers;
    const read = (id: string, who: Person) =>
      server.ask(verificationOffice.readUpload, { id, task }, as(who));
    expect((await read(first!.id, desk.maker)).status).toBe(200);
    expect((await read(first!.id, desk.finance.maker)).code).toBe('ROLE_REQUIRED');
    const traces = await server.rows(
      `select id from tasks.audit where action = 'verification.upload_read'
         and (snapshot ->> 'upload')::bigint = $1`,
      [first!.id],
    );
    expect(traces).toHaveLength(1);
    // The negotiation gives no access to the member's other documents.
    const [other] = await server.rows<{ id: string }>(
      `insert into verification.upload
         (member_id, name, filename, content_type, stored, created_at)
       select member_id, name, 'id.jpg', content_type, stored, now() from verification.upload
       where id = $1 returning id`,
      [first!.id],
    );
    expect((await read(other!.id, desk.maker)).code).toBe('NOT_FOUND');
  });

  it('are no longer accepted after all is paid', async () => {
    await pay(server, loan.account, 130_000);
    const full = { ...idOf(loan), kind: 'full' };
    await server.ask(servicing.instructPrepayment, full, as(loan.borrower));
    expect((await send(loan.borrower)).code).toBe('LOAN_STATUS');
  });
});

describe('an investor’s copy of new terms', () => {
  let loan: Case;
  const copyOf = (i: number, who: Person) =>
    server.ask(
      servicing.investorNegotiationContract,
      { invest_id: String(loan.orderIds[i]) },
      as(who),
    );
  const shown = async (i: number) => {
    const input = { invest_id: String(loan.orderIds[i]) };
    return (await server.ok(servicing.investorNegotiation, input, as(loan.investors[i]!))).data;
  };

  it('is sealed after the borrower agreed, with the hash of what was agreed to', async () => {
    loan = await negotiating(server, desk);
    await offered(server, desk, loan);
    await sealNegotiationCopies(server.services);
    expect((await copyOf(0, loan.investors[0]!)).code).toBe('CONTRACT_NOT_FOUND');
    const { proposal } = await agreed(server, loan);
    expect((await shown(0)).copy).toBeNull();
    for (let i = 0; i < 2; i += 1) await sealNegotiationCopies(server.services);
    const hashes = new Set<string>();
    for (const [i, investor] of loan.investors.entries()) {
      const bytes = (await copyOf(i, investor)).body;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect((await shown(i)).copy?.sha256).toBe(sha256);
      hashes.add(sha256);
      const text = await textOf(bytes);
      for (const said of ['協商契約節本', proposal!.sha256!, orderNoOf(loan.orderIds[i]!)]) {
        expect(text).toContain(said);
      }
      expect(text).not.toContain(orderNoOf(loan.orderIds[(i + 1) % 3]!));
    }
    expect(hashes.size).toBe(3);
  });

  it('is private', async () => {
    expect((await copyOf(0, stranger)).code).toBe('ORDER_NOT_FOUND');
    expect((await copyOf(0, loan.investors[1]!)).code).toBe('ORDER_NOT_FOUND');
    expect((await copyOf(0, loan.borrower)).code).toBe('ORDER_NOT_FOUND');
  });

  it('stays unchanged while the new terms are repaid', async () => {
    const { copy } = await shown(1);
    await consent(server, loan, 0);
    await consent(server, loan, 1);
    await pay(server, loan.account, 20_000);
    await sealNegotiationCopies(server.services);
    expect((await shown(1)).copy).toEqual(copy);
    // Adds the extract of the signed contract, which a test loan does not have.
    await server.rows(
      `insert into lending.contract (loan_id, kind, order_id, stored, sha256, created_at)
       values ($1, 'extract', $2, '{}', repeat('0', 64), now())`,
      [loan.id, loan.orderIds[1]],
    );
    const how = as(loan.investors[1]!);
    const { data } = await server.ok(investingPortfolio.investorContracts, {}, how);
    const held = data.find(({ investId }) => investId === String(loan.orderIds[1]));
    const { proposal } = await viewOf(loan);
    expect(held).toMatchObject({
      version: 2,
      sha256: '0'.repeat(64),
      negotiated: { ...copy, masterSha256: proposal!.sha256 },
    });
  });
});
