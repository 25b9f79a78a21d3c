// What the office shows of the tasks about disbursement, payouts and loans in repayment.
import type { Panels } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { DisbursementPanel } from './DisbursementPanel.tsx';
import { HolidayCheckPanel } from './HolidayCheckPanel.tsx';
import { NegotiationApprovalPanel, NegotiationDraftPanel } from './NegotiationPanel.tsx';
import { PayoutPanel } from './PayoutPanel.tsx';
import { PollPanel } from './PollPanel.tsx';

export const servicingPanels = {
  disbursement_release: { panel: DisbursementPanel },
  disbursement_check: { panel: DisbursementPanel },
  payout_release: { panel: PayoutPanel },
  negotiation_draft: { panel: NegotiationDraftPanel },
  negotiation_approval: { panel: NegotiationApprovalPanel },
  poll_decision: { panel: PollPanel },
  holiday_check: { panel: HolidayCheckPanel, workplace: () => paths.holidays() },
  write_off: { workplace: (id) => paths.loan(id, 'collections') },
} satisfies Panels;
