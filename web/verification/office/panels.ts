// What the office shows of the tasks about members.
import type { Panels } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { AccountChangePanel } from './AccountChangePanel.tsx';
import { FinancialReviewPanel } from './FinancialReviewPanel.tsx';
import { IdentityReviewPanel } from './IdentityReviewPanel.tsx';
import { PayoutHoldPanel } from './hold/PayoutHoldPanel.tsx';
import { ReturnedAccountPanel } from './ReturnedAccountPanel.tsx';
import { ScreeningPanel } from './screening/ScreeningPanel.tsx';
import { SuspicionPanel } from './screening/SuspicionPanel.tsx';

export const verificationPanels = {
  identity_review: { panel: IdentityReviewPanel },
  account_change_review: { panel: AccountChangePanel },
  financial_review: { panel: FinancialReviewPanel },
  screening_review: { panel: ScreeningPanel },
  suspicion_review: { panel: SuspicionPanel },
  returned_account: { panel: ReturnedAccountPanel },
  payout_hold: { panel: PayoutHoldPanel, workplace: (id) => paths.member(id) },
} satisfies Panels;
