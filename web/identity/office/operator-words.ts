// The roles of operators with their purposes, as choices.
import { roles, type Role, roleText } from '#contract/core/endpoint.ts';

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
