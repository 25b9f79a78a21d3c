// Suitability: the questionnaire, the profile in force, and the caps it sets.
import type { investing } from '#contract/investing.ts';
import { optionOf, riskProfiles } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action, Work } from '../action.ts';
import { recordMove } from '../tasks/actions.ts';
import { ensureExposure, insertSuitability, suitabilityOf } from './queries.ts';
import {
  profileOf,
  QUESTIONNAIRE_VERSION,
  questions,
  scoreOf,
  validUntilOf,
} from './questionnaire.ts';

type Promised = typeof investing;

async function stateOf({ tx }: Work, memberId: number) {
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
            answeredAt: row.answeredAt.toISOString(),
            validUntil: row.validUntil,
          }
        : null,
  };
}

/**
 * Records a member's answers; the newest count, for a year. His row of exposure comes into being
 * here, so that his first orders already have something to lock.
 */
async function recordAnswers(
  work: Work,
  memberId: number,
  answers: readonly number[],
): Promise<void> {
  const before = await suitabilityOf(work.tx, memberId);
  const profile = profileOf(answers);
  await insertSuitability(work.tx, {
    memberId,
    version: QUESTIONNAIRE_VERSION,
    answers,
    score: scoreOf(answers),
    profile,
    answeredAt: work.now,
    validUntil: validUntilOf(work.today),
  });
  await ensureExposure(work.tx, [memberId]);
  await recordMove(work, {
    subject: { type: 'member', id: memberId },
    action: 'suitability.answered',
    from: before?.profile ?? null,
    to: profile,
    snapshot: { version: QUESTIONNAIRE_VERSION, answers },
  });
}

export const suitability: Action<Promised['suitability']> = async (context) => ({
  data: await stateOf(context, context.member.id),
});

export const answerSuitability: Action<Promised['answerSuitability']> = async (
  context,
  { version, answers },
) => {
  if (version !== QUESTIONNAIRE_VERSION) {
    throw new Refusal('DECISION_INVALID', { fields: { version: '問卷已更新，請重新填寫' } });
  }
  await recordAnswers(context, context.member.id, answers);
  return { data: await stateOf(context, context.member.id) };
};
