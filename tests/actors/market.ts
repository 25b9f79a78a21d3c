// Market for tests: open cases without their approval, and investors by the hundred.
import { dayOf } from '#contract/core/day.ts';
import { assess } from '../../actors/loan.ts';
import { newToken, tokenHash } from '../../server/identity/tokens.ts';
import { moveLoan } from '../../server/lending/front.ts';
import { inWork } from '../../server/work.ts';
import { sealedApplication } from './loans.ts';
import { newEmail, newVerifiedMember, type Person } from './people.ts';
import type { TestServer } from '../server.ts';

export type NewCase = {
  amount?: number;
  borrowerId?: number;
  /** Days from now to the end of the fundraising; negative if it is over. */
  endsInDays?: number;
  rateBps?: number;
  installments?: number;
  plan?: string;
  grade?: string;
  purpose?: number;
};

let count = 0;

/** Inserts a member as a row, without password or session. */
async function newMemberRow(server: TestServer): Promise<number> {
  const [row] = await server.rows<{ id: string }>(
    `insert into identity.member (email, email_verified_at, purpose, created_at)
     values ($1, now(), 'both', now()) returning id`,
    [newEmail('borrower')],
  );
  return Number(row?.id);
}

/** Lists a case as if it had gone through application, approval and acceptance. Returns its id. */
export async function newCase(server: TestServer, more: NewCase = {}): Promise<number> {
  const { amount = 100_000, endsInDays = 7, rateBps = 1_200, installments = 12 } = more;
  const { plan = 'engineer', grade = 'B1', purpose = 3 } = more;
  const borrowerId = more.borrowerId ?? (await newMemberRow(server));
  const now = server.services.clock.now();
  count += 1;
  const caseNo = `T${dayOf(now).replaceAll('-', '')}-${count}-${borrowerId}`;
  const bands = {
    ageBand: '30–39 歲',
    tenureBand: '5 年以上',
    incomeBand: '5–7 萬元',
    city: '臺北市',
    debtRatioBand: '30% 以下',
    lateIn12Months: false,
  };
  const [row] = await server.rows<{ id: string }>(
    `insert into lending.loan (case_no, member_id, plan_id, status, amount, installments, purpose,
       occupation, application, bands, grade, rate_bps, apr_bps, instalment, platform_fee,
       remittance_fee, investor_fee_bps, status_at, created_at)
     select $1, $2, p.id, 30, $3, $4, $5, 301, $11, $6, $7, $8, $8, 1000, 3000, 15, 1000,
       $9, $9
     from lending.plan p where p.slug = $10 and p.current returning id`,
    [
      caseNo,
      borrowerId,
      amount,
      installments,
      purpose,
      bands,
      grade,
      rateBps,
      now,
      plan,
      sealedApplication(server, borrowerId),
    ],
  );
  const loanId = Number(row?.id);
  const endsAt = new Date(now.getTime() + endsInDays * 86_400_000);
  await inWork(server.services, (work) =>
    moveLoan(work, loanId, 40, { action: 'loan.agreed', set: { listedAt: now, endsAt } }),
  );
  return loanId;
}

export type NewInvestors = {
  /** Risk profile: 1 保守型, 2 穩健型, 3 積極型; null for none. */
  profile?: 1 | 2 | 3 | null;
  verified?: boolean;
};

/** Inserts signed-in investors with approved verification, all at once. */
export async function newInvestors(
  server: TestServer,
  howMany: number,
  { profile = 3, verified = true }: NewInvestors = {},
): Promise<Person[]> {
  const tokens = Array.from({ length: howMany }, newToken);
  const emails = tokens.map(() => newEmail('investor'));
  const { secrets } = server.services;
  const rows = await server.rows<{ id: string; email: string }>(
    `with m as (
       insert into identity.member (email, email_verified_at, purpose, created_at)
       select e, now(), 'invest', now() from unnest($1::text[]) e returning id, email
     ), s as (
       insert into identity.session (token_hash, member_id, created_at, used_at, ends_at, address,
         agent)
       select t.hash, m.id, now(), now(), now() + interval '12 hours', '', ''
       from unnest($1::text[], $2::bytea[]) t (email, hash) join m using (email)
     ), v as (
       insert into verification.profile (member_id, stage, status, approved_at)
       select id, 4, case when $3 then 3 else 1 end, now() from m
     ), q as (
       insert into investing.suitability (member_id, version, answers, score, profile, answered_at,
         valid_until)
       select id, 1, '{5,5,5,5,5,5}', 30, $4::int, now(), '2090-01-01' from m where $4::int > 0
     ), b as (
       insert into verification.bank_account (member_id, bank_code, account, account_hash,
         account_tail, status, in_force_from, created_at)
       select id, '004', '', id::text, '0099', 'in_force', business_now(), business_now() from m
     )
     select id, email from m`,
    [emails, tokens.map(tokenHash), verified, profile ?? 0],
  );
  const ids = rows.map(({ id }) => Number(id));
  await server.rows(
    `with given as (select * from unnest($1::bigint[], $2::text[], $3::text[]) as t (id, n, a)),
       named as (update verification.profile set name = n from given where member_id = given.id)
     update verification.bank_account set account = a from given where member_id = given.id`,
    [
      ids,
      ids.map((id) => secrets.encrypt('verification.profile.name', id, '陳大文')),
      ids.map((id) => secrets.encrypt('verification.bank_account.account', id, '00400000000099')),
    ],
  );
  const idOf = new Map(rows.map((row) => [row.email, Number(row.id)]));
  return emails.map((email, i) => ({
    id: idOf.get(email) ?? 0,
    email,
    token: tokens[i] ?? '',
  }));
}

/** Inserts a single signed-in investor with approved verification. */
export async function newInvestor(server: TestServer, more: NewInvestors = {}): Promise<Person> {
  const [one] = await newInvestors(server, 1, more);
  if (!one) throw new Error('no investor was made');
  return one;
}

/** Code of the bank from which investors of tests pay. */
export const INVESTORS_BANK = '004';

/**
 * Returns a verified investor with the highest risk tolerance and a bank account from which they
 * pay.
 */
export async function boldInvestor(
  server: TestServer,
  account: string,
): Promise<Person & { account: string }> {
  const member = await newVerifiedMember(server, {
    purpose: 'invest',
    bankCode: INVESTORS_BANK,
    account,
  });
  await assess(server, member);
  return { ...member, account };
}
