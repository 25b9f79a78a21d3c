// What the office shows of the tasks about applications and plans.
import type { Panels } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { LoanApprovalPanel } from './LoanApprovalPanel.tsx';
import { LoanReviewPanel } from './LoanReviewPanel.tsx';
import { OfferWithdrawalPanel } from './OfferWithdrawalPanel.tsx';
import { PlanApprovalPanel } from './plans/PlanApprovalPanel.tsx';
import { PlanRecallPanel } from './plans/PlanRecallPanel.tsx';

export const lendingPanels = {
  loan_review: { panel: LoanReviewPanel },
  loan_approval: { panel: LoanApprovalPanel },
  offer_withdrawal: {
    panel: OfferWithdrawalPanel,
    workplace: (id) => paths.loan(id, 'contract'),
  },
  plan_approval: { panel: PlanApprovalPanel, workplace: paths.plans },
  plan_recall: { panel: PlanRecallPanel, workplace: paths.plans },
} satisfies Panels;
