// What the office shows of the tasks about receipts, statement files, payments and bookings.
import type { Panels } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { BankDifferencePanel } from './BankDifferencePanel.tsx';
import { BookingCheckPanel } from './bookings/BookingCheckPanel.tsx';
import { MatchCheckPanel } from './MatchCheckPanel.tsx';
import { MatchesCheckPanel } from './receipts/MatchesCheckPanel.tsx';
import { PayerSourcePanel } from './PayerSourcePanel.tsx';
import { PaymentCheckPanel } from './PaymentCheckPanel.tsx';
import { ShortfallPanel } from './ShortfallPanel.tsx';
import { StatementCheckPanel } from './statements/StatementCheckPanel.tsx';
import { StatementRollbackPanel } from './statements/StatementRollbackPanel.tsx';
import { UnmatchedPaymentPanel } from './UnmatchedPaymentPanel.tsx';

export const bankingPanels = {
  unmatched_payment: { panel: UnmatchedPaymentPanel },
  bank_difference: { panel: BankDifferencePanel },
  match_check: { panel: MatchCheckPanel },
  matches_check: { panel: MatchesCheckPanel },
  statement_check: { panel: StatementCheckPanel, workplace: (id) => paths.money('statements', id) },
  statement_rollback: {
    panel: StatementRollbackPanel,
    workplace: (id) => paths.money('statements', id),
  },
  payer_source: { panel: PayerSourcePanel },
  payment_check: { panel: PaymentCheckPanel, workplace: (id) => paths.money('batches', id) },
  trust_shortfall: { panel: ShortfallPanel },
  booking_check: { panel: BookingCheckPanel, workplace: (id) => paths.money('bookings', id) },
} satisfies Panels;
