// Proofs of income: submitted by the member, decided by an operator.
import { annualIncomes, incomeDocuments, occupations, optionText } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';
import type { verification } from '#contract/verification/calls.ts';
import type { Actions } from '../../call.ts';
import { type TaskHandler, type TaskRow, hooks } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import type { Tx } from '../../database/db.ts';
import { maskedName } from '../../identity/rules.ts';
import { tell } from '../../notices/front.ts';
import { openTask, recordMove } from '../../tasks/front.ts';
import { keepUploads } from '../file.ts';
import { uploadView } from './papers.ts';
import { checksIn, flagsIn } from '../payee/compared.ts';
import { personOf } from '../person.ts';
import { statementChecks } from './statement-checks.ts';
import { assertFewWaiting } from './quota.ts';
import { type UploadRow, lockProfile, uploadsByIds } from '../queries.ts';
import { ageOn, assertPeriod, assertSomeFile, fileState, steps } from '../rules.ts';
import {
  type StatementRow,
  decideStatement,
  financialStanding,
  insertStatement,
  statementById,
  statementsOfMember,
} from './statement-queries.ts';
import { noticeKinds } from '../words.ts';

type All = Actions<{ verification: typeof verification }>['verification'];
const { reviewing, supplement, approved } = fileState;

const kindText = (kind: number) => optionText(incomeDocuments, kind);

/**
 * Returns the status of a member's proofs of income: 0 none, 1 under review, 2 to supplement, 3
 * approved; an approval remains valid if newer documents follow.
 */
export async function financialStatusOf(tx: Tx, memberId: number): Promise<0 | 1 | 2 | 3> {
  return (await financialStanding(tx, memberId)).status as 0 | 1 | 2 | 3;
}

/** Lending sends an application to review once the last of its papers is in. */
export async function papersMoved(work: Work, memberId: number): Promise<void> {
  for (const follow of hooks.papersMoved) await follow(work, memberId);
}

function statementView(row: StatementRow, uploads: readonly UploadRow[]) {
  return {
    id: row.id,
    kind: row.kind,
    monthlyIncome: row.monthlyIncome,
    from: row.from,
    to: row.to,
    status: row.status,
    files: uploads.filter(({ id }) => row.uploads.includes(id)).map(uploadView),
    createdAt: row.createdAt,
  };
}

export const statementActions: Pick<All, 'sendFinancialStatement' | 'financialStatements'> = {
  async sendFinancialStatement(context, { kind, monthlyIncome, from, to }) {
    const { files, member, now, services, today, tx } = context;
    const profile = await lockProfile(tx, member.id, now);
    if (!profile.name || profile.stage < steps.bank) throw new Refusal('STAGE_ORDER');
    assertPeriod(from, to, today);
    assertSomeFile(files);
    await assertFewWaiting(tx, member.id);
    const uploads = await keepUploads(context, member.id, files);
    const statement = { memberId: member.id, kind, monthlyIncome, from, to, uploads, now };
    const row = await insertStatement(tx, statement);
    const name = services.secrets.decrypt('verification.profile.name', member.id, profile.name);
    await openTask(context, {
      kind: 'financial_review',
      subject: {
        type: 'financial_statement',
        id: row.id,
        label: `${maskedName(name)}　${kindText(kind)}`,
      },
    });
    await recordMove(context, {
      subject: { type: 'financial_statement', id: row.id },
      action: 'verification.statement',
      from: null,
      to: reviewing,
      snapshot: { memberId: member.id, kind, monthlyIncome },
    });
    await papersMoved(context, member.id);
    return { data: statementView(row, await uploadsByIds(tx, uploads)) };
  },

  async financialStatements({ member, tx }) {
    const rows = await statementsOfMember(tx, member.id);
    const uploads = await uploadsByIds(
      tx,
      rows.flatMap((row) => row.uploads),
    );
    const status = await financialStatusOf(tx, member.id);
    return { data: { status, items: rows.map((row) => statementView(row, uploads)) } };
  },
};

async function subjectOf(work: Work, task: TaskRow<'financial_review'>): Promise<StatementRow> {
  const row = await statementById(work.tx, task.subjectId);
  if (!row) throw new Refusal('TASK_NOT_FOUND');
  return row;
}

/**
 * Data for the reviewer of a proof of income: the document, the income that the member states, and
 * the member.
 */
export const financialReview: TaskHandler<'financial_review'> = {
  async detail(work, task) {
    const row = await subjectOf(work, task);
    const person = await personOf(work.tx, work.services, row.memberId);
    const uploads = await uploadsByIds(work.tx, row.uploads);
    return {
      statement: { ...statementView(row, uploads), kindText: kindText(row.kind) },
      member: person && {
        id: row.memberId,
        name: person.name,
        idNumberMasked: person.idNumberMasked,
        age: ageOn(person.birthday, work.today),
        occupation: optionText(occupations, person.occupation),
        company: person.company,
        jobTitle: person.jobTitle,
        annualIncome: optionText(annualIncomes, person.annualIncome),
      },
      checks: checksIn(await statementChecks(work, row, person)),
      uploads: uploads.map(uploadView),
    };
  },

  async flags(work, task, deciding) {
    const row = await subjectOf(work, task);
    if (deciding) await lockProfile(work.tx, row.memberId, work.now);
    const person = await personOf(work.tx, work.services, row.memberId);
    return flagsIn(await statementChecks(work, row, person));
  },

  async decide(work, task, decided) {
    const { decision, reason } = decided;
    const items = decided.decision === 'supplement' ? decided.items : undefined;
    const row = await subjectOf(work, task);
    await lockProfile(work.tx, row.memberId, work.now);
    const isApproved = decision === 'approve';
    const why = reason ?? items?.map((item) => item.reason).join('；') ?? null;
    if (!isApproved && !why) {
      throw new Refusal('DECISION_INVALID', { fields: { reason: '請填寫原因' } });
    }
    const to = isApproved ? approved : supplement;
    if ((await decideStatement(work.tx, row.id, to, isApproved ? null : why)) === 0) {
      throw new Refusal('TASK_DONE');
    }
    await recordMove(work, {
      subject: { type: 'financial_statement', id: row.id },
      action: isApproved ? 'verification.statement_approve' : 'verification.statement_supplement',
      from: reviewing,
      to,
      reason: why,
    });
    const kind = kindText(row.kind);
    const said = isApproved
      ? noticeKinds.statementApproved({ kind })
      : noticeKinds.statementSupplement({ kind, why: String(why) });
    await tell(work, row.memberId, said);
    await papersMoved(work, row.memberId);
  },
};
