// What the program has compared for the reviewers of an application, and their warnings.
import { createHash } from 'node:crypto';
import { dayOf, formatDay } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { LINKS_MAX } from '#contract/lending/review/links.ts';
import { annualIncomes, optionText } from '#contract/options.ts';
import { FLAG_WHO_MAX } from '#contract/tasks/flag-words.ts';
import { holdCauses } from '#contract/verification/payout-holds.ts';
import type { TaskFlag, TaskRow } from '../../hooks.ts';
import { holdOn, personOf } from '../../verification/front.ts';
import type { Work } from '../../work.ts';
import { linksByKind } from '../links/links.ts';
import { loanById, lockedLoan } from '../loan.ts';
import { type LoanRow, newestProof, verificationOf } from '../queries.ts';
import { applicationOf } from '../review/submission.ts';
import {
  bandCheck,
  companyCheck,
  type Comparison,
  contactCheck,
  freshCheck,
  incomeCheck,
  linkChecks,
  monthCheck,
} from './cross-checks.ts';

type Crossed = Comparison & { who?: readonly { id: number; name: string | null }[] };

/** Returns what the program has compared; `who` names the members of a link. */
export async function crossChecksOf(work: Work, loan: LoanRow): Promise<Crossed[]> {
  const application = await applicationOf(work, loan.id);
  const { tx, services } = work;
  const person = await personOf(tx, services, loan.memberId);
  const row = await newestProof(tx, loan.memberId);
  const links = linkChecks(await linksByKind(work, loan.memberId));
  if (!person) return links;
  const { annualIncome: band, company, phone } = person;
  const { job, contact } = application;
  const proof = row && { ...row, monthlyIncome: money(row.monthlyIncome) };
  return [
    ...(proof
      ? [
          bandCheck({ band, text: optionText(annualIncomes, band) }, proof),
          incomeCheck(money(job.monthlyIncome), proof),
          monthCheck(proof),
          freshCheck(proof, dayOf(loan.createdAt)),
        ]
      : []),
    contactCheck(contact.phone, phone),
    companyCheck(job.company, company),
    ...links,
  ].filter((one) => one !== null);
}

/**
 * Returns by what a warning is recognised. The amounts and ids that it states are hashed, because
 * there may be many. Of more members than are looked for, only their number is known.
 */
function factsOf({ code, source, members = [] }: Crossed): string {
  const of = members.length < LINKS_MAX ? members.join(',') : `${LINKS_MAX}`;
  return createHash('sha256').update(`${code} ${source} ${of}`).digest('hex').slice(0, 16);
}

function flagOf(check: Crossed): TaskFlag {
  const { flag: code, text, who } = check;
  return { code, facts: factsOf(check), text, ...(who && { who: who.slice(0, FLAG_WHO_MAX) }) };
}

/** Warnings about the person, which need two. */
async function personFlags({ tx }: Work, memberId: number): Promise<TaskFlag[]> {
  const file = await verificationOf(tx, memberId);
  const hold = await holdOn(tx, memberId);
  const isPep = file?.isPep === true;
  return [
    ...(isPep ? [{ code: 'IS_PEP' as const, facts: 'true', text: '重要政治性職務人士' }] : []),
    ...(hold
      ? [
          {
            code: 'HELD' as const,
            facts: `${hold.id}`,
            text: `${formatDay(dayOf(hold.heldAt))} 起暫停撥付：${holdCauses[hold.cause]}`,
          },
        ]
      : []),
  ];
}

/** The warnings of an application, for `TaskHandler.flags`. */
export async function reviewFlags(
  work: Work,
  { subjectId }: TaskRow<'loan_review'> | TaskRow<'loan_approval'>,
  deciding: boolean,
): Promise<TaskFlag[]> {
  const { tx } = work;
  const loan = deciding ? await lockedLoan(tx, subjectId) : await loanById(tx, subjectId);
  if (!loan) throw new Error(`there is no loan ${subjectId}`);
  const checks = await crossChecksOf(work, loan);
  const hits = checks.filter(({ ok }) => !ok).map(flagOf);
  return [...(await personFlags(work, loan.memberId)), ...hits];
}
