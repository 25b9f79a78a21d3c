// Texts about operators: states, purposes of roles, results of sign-ins.
import { roles, type Role, roleText } from '#contract/core/endpoint.ts';
import type { ListedOperator, OperatorSignIn } from '#contract/identity/operators.ts';
import type { Tone } from '../../ui/display/Card.tsx';

type Words = { text: string; tone: Tone };

export const stateWords: Record<ListedOperator['state'], Words> = {
  active: { text: '使用中', tone: 'done' },
  proposed: { text: '待核可', tone: 'attention' },
  invited: { text: '待設定', tone: 'progress' },
  totp: { text: '待設定驗證器', tone: 'attention' },
  disabled: { text: '已停用', tone: 'neutral' },
};

export const outcomeWords: Record<OperatorSignIn['outcome'], Words> = {
  right: { text: '成功', tone: 'done' },
  wrong: { text: '帳號或密碼錯誤', tone: 'problem' },
  code: { text: '驗證碼錯誤', tone: 'problem' },
  disabled: { text: '帳號已停用', tone: 'problem' },
  stopped: { text: '嘗試過多，已鎖定', tone: 'attention' },
};

const about: Record<Role, string> = {
  reviewer: '審查身分、財力與申貸案',
  approver: '覆核審核與款項',
  finance: '對帳、撥款、退款與收益撥付',
  editor: '網站內容',
  auditor: '查看全部，不做決定',
  admin: '同事、角色與設定',
};

export const roleChoices = roles.map((value) => ({
  value,
  title: roleText[value],
  about: about[value],
}));
