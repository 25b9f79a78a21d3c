// Suitability: the questionnaire, the current profile, its limits, and its yearly renewal.
import { addDays, compareDays, dayOf, type Day, formatDay } from '#contract/core/day.ts';
import { retakeReasons } from '#contract/investing/suitability.ts';
import type { investing } from '#contract/investing/calls.ts';
import { optionOf, riskProfiles } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';
import { RISK_VERSION, riskPoints } from '#contract/investing/risk-text.ts';
import type { Action } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Due } from '../../jobs/job.ts';
import { db } from '../../database/db.ts';
import { finds } from '../../database/finds.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { eachOne } from '../../each-one.ts';
import { type Work, inWork } from '../../work.ts';
import { ensureExposure, lockExposure } from '../queries.ts';
import {
  againOf,
  profileOf,
  QUESTIONNAIRE_VERSION,
  questions,
  RENEW_DAYS,
  renewFromOf,
  scoreOf,
  validUntilOf,
} from './questionnaire.ts';
import {
  claimProfileNotice,
  endingProfiles,
  type EndingProfile,
  insertSuitability,
  type SuitabilityRow,
  suitabilityOf,
  deleteSuitability,
} from './suitability-queries.ts';
import { noticeKinds } from '../words.ts';

type Promised = typeof investing;

async function stateOf({ tx, today }: Work, memberId: number) {
  const row = await suitabilityOf(tx, memberId);
  const profile = row && optionOf(riskProfiles, row.profile);
  return {
    version: QUESTIONNAIRE_VERSION,
    questions: questions.map(({ id, text, options }) => ({ id, text, options: [...options] })),
    profile:
      row && profile
        ? {
            id: profile.id,
            description: profile.description,
            perCaseMax: profile.perCaseMax,
            totalMax: profile.totalMax,
            answeredAt: row.answeredAt,
            validUntil: row.validUntil,
            renewFrom: renewFromOf(row.validUntil),
            version: row.version,
            riskVersion: row.riskVersion,
            ...againView(row, today),
          }
        : null,
    risk: { version: RISK_VERSION, points: [...riskPoints] },
  };
}

function againView(row: SuitabilityRow, today: Day) {
  const { from, needsReason } = againOf({ ...row, answeredOn: dayOf(row.answeredAt) }, today);
  return { againFrom: from, againNeedsReason: needsReason };
}

type SuitabilityInput = {
  answers: readonly number[];
  reason?: keyof typeof retakeReasons | undefined;
};

/**
 * Records a member's answers; the newest answers are in force for a year. Creates the member's
 * exposure row, so that even the first orders have a row to lock and two questionnaires sent at
 * once run one after the other. Refuses RISK_PROFILE_TODAY for a second questionnaire on the same
 * day.
 */
async function recordAnswers(
  work: Work,
  memberId: number,
  { answers, reason }: SuitabilityInput,
): Promise<void> {
  await ensureExposure(work.tx, [memberId]);
  await lockExposure(work.tx, memberId);
  const before = await suitabilityOf(work.tx, memberId);
  if (before) {
    const { againFrom, againNeedsReason } = againView(before, work.today);
    if (compareDays(work.today, againFrom) < 0) {
      throw new Refusal('RISK_PROFILE_TODAY', { data: { againFrom } });
    }
    if (againNeedsReason && reason === undefined) {
      const fields = { reason: '請選擇重新評估的原因' };
      throw new Refusal('DECISION_INVALID', { fields });
    }
  }
  const profile = profileOf(answers);
  await insertSuitability(work.tx, {
    memberId,
    version: QUESTIONNAIRE_VERSION,
    riskVersion: RISK_VERSION,
    answers,
    score: scoreOf(answers),
    profile,
    answeredAt: work.now,
    validUntil: validUntilOf(work.today),
  });
  await recordMove(work, {
    subject: { type: 'member', id: memberId },
    action: 'suitability.answered',
    from: before?.profile ?? null,
    to: profile,
    reason: reason === undefined ? null : retakeReasons[reason],
    // Without the answers, which say what somebody owns and earns: a row of the log stays for good.
    snapshot: { version: QUESTIONNAIRE_VERSION, riskVersion: RISK_VERSION },
  });
}

/**
 * Deletes the answers of a person whose account was closed, and whose last loan
 * ended, long ago. That the orders were within the profile is in their terms.
 */
export const forgetSuitability = (work: Work, memberId: number): Promise<void> =>
  deleteSuitability(work.tx, memberId);

export const suitability: Action<Promised['suitability']> = async (context) => ({
  data: await stateOf(context, context.member.id),
});

export const answerSuitability: Action<Promised['answerSuitability']> = async (
  context,
  { version, answers, reason, riskVersion = RISK_VERSION },
) => {
  if (version !== QUESTIONNAIRE_VERSION) {
    throw new Refusal('DECISION_INVALID', { fields: { version: '問卷已更新，請重新填寫' } });
  }
  if (riskVersion !== RISK_VERSION) {
    const fields = { riskVersion: '風險預告已更新，請重新閱讀後送出' };
    throw new Refusal('DECISION_INVALID', { fields });
  }
  await recordAnswers(context, context.member.id, { answers, reason });
  return { data: await stateOf(context, context.member.id) };
};

/** A member is still notified this many days after the end of a profile. */
const SINCE_DAYS = 30;
const MOST = 500;

async function tellOfEnd(work: Work, { id, memberId, validUntil, kind }: EndingProfile) {
  // Another run of the job, which may run twice at once, has already notified the member.
  if ((await claimProfileNotice(work.tx, id, kind, work.now)) === 0) return;
  const values = { until: formatDay(validUntil) };
  await tell(
    work,
    memberId,
    kind === 'over' ? noticeKinds.profileEnded(values) : noticeKinds.profileEnding(values),
  );
}

const endingSpan = (today: Day) => ({
  today,
  near: addDays(today, RENEW_DAYS),
  since: addDays(today, -SINCE_DAYS),
});

export const endingProfilesDue: Due = ({ today }) => [
  finds((tx) => endingProfiles(tx, endingSpan(today), MOST)),
];

/**
 * Daily: notifies members once of profiles that end within a month, and once of those that have
 * ended.
 */
export async function tellOfEndingProfiles(services: Services): Promise<void> {
  const tx = db(services.pool);
  const span = endingSpan(dayOf(services.clock.now()));
  await eachOne(services, await endingProfiles(tx, span, MOST), (profile) =>
    inWork(services, (work) => tellOfEnd(work, profile)),
  );
}
