// The four verification steps: names, pages, and which of them can be done now.
import {
  type VerificationStep,
  verificationStepText,
  verificationWords,
} from '#contract/verification/words.ts';
import type { Verification } from '../../session.ts';
import * as paths from '../../site/kit/paths.ts';
import type { Tone } from '../../ui/display/Card.tsx';

export type StepId = VerificationStep;
export type Step = {
  id: StepId;
  /** Value of `verifiedIDStage` once the step is done. */
  number: 1 | 2 | 3 | 4;
  name: string;
  about: string;
  minutes: number;
  path: string;
};

export const steps: readonly Step[] = [
  {
    id: 'phone',
    number: 1,
    name: verificationStepText.phone,
    about: '以簡訊驗證碼確認是您的手機',
    minutes: 1,
    path: paths.verifyPhone(),
  },
  {
    id: 'basic',
    number: 2,
    name: verificationStepText.basic,
    about: '姓名、證號、地址、職業與收入',
    minutes: 2,
    path: paths.verifyBasic(),
  },
  {
    id: 'id',
    number: 3,
    name: verificationStepText.id,
    about: '身分證正反面、第二證件、手持證件自拍',
    minutes: 2,
    path: paths.verifyId(),
  },
  {
    id: 'bank',
    number: 4,
    name: verificationStepText.bank,
    about: '本人帳戶與存摺封面，用於撥款與收款',
    minutes: 1,
    path: paths.verifyBank(),
  },
];

export const stepOf = (id: StepId): Step => steps.find((step) => step.id === id)!;
export const minutesInAll = steps.reduce((sum, { minutes }) => sum + minutes, 0);

export const fileStatus = { open: 0, reviewing: 1, supplement: 2, approved: 3 } as const;

/** Returns why a reviewer returned a step; undefined if the step was not returned. */
export function sentBack(file: Verification, id: StepId): string | undefined {
  if (file.verifiedIDstatus !== fileStatus.supplement) return undefined;
  return file.supplement?.find(({ item }) => item === id)?.reason;
}

/** Pages on which a returned step is submitted again. */
export const supplementPaths: Readonly<Record<string, string>> = {
  basic: paths.supplementBasic(),
  id: paths.supplementId(),
  bank: paths.supplementBank(),
};

export type StepState = { word: string; tone: Tone; action?: string; locked?: string };

/**
 * Returns the state of a step: its label and the possible action, or the reason why there is none.
 */
export function stateOf(file: Verification, step: Step): StepState {
  const { verifiedIDStage: stage, verifiedIDstatus: status } = file;
  const done = stage >= step.number;
  if (sentBack(file, step.id) !== undefined) {
    return file.items?.[step.id]
      ? { word: '已補上', tone: 'progress', action: '補件' }
      : { word: verificationWords.supplement.member.text, tone: 'attention', action: '補件' };
  }
  if (status === fileStatus.approved) return { word: '已通過', tone: 'done' };
  if (status !== fileStatus.open) return { word: '已送出', tone: 'progress' };
  if (done) return { word: '已完成', tone: 'done', action: '修改' };
  if (stage === step.number - 1) {
    return { word: '未完成', tone: 'info', action: stage === 0 ? '開始' : '繼續' };
  }
  const before = steps[step.number - 2]!;
  return { word: '未開始', tone: 'neutral', locked: `請先完成「${before.name}」` };
}

/**
 * Returns the step to mark as the current one on the page of `step`, counted from 0. A page that
 * cannot be filled in now marks the step that the member has really reached, so that no step
 * before it looks completed.
 */
export const currentOn = (file: Verification, step: Step, isOpen: boolean): number =>
  isOpen ? step.number - 1 : file.verifiedIDStage;

/** Returns the page after a step: the next step in order, or the list of steps. */
export function pageAfter(file: Verification, done: StepId): string {
  const { verifiedIDStage: stage, verifiedIDstatus: status } = file;
  const next = steps.find(({ number }) => number === stage + 1);
  const forward = status === fileStatus.open && stepOf(done).number === stage;
  return forward && next ? next.path : paths.verification();
}
