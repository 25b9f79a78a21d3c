// Says on what a booking would explain that it waits for the second person.
import type { PendingBooking } from '#contract/banking/bookings.ts';
import { bookingKindText } from '#contract/banking/words.ts';
import { Link } from '../../../office/links/Link.tsx';
import * as paths from '../../../office/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { formatMoney } from '../../../ui/format.ts';

const LinkTo = ({ of }: { of: PendingBooking }) => (
  <Link className="link" to={paths.money('bookings', of.id)}>
    {bookingKindText[of.kind]} {formatMoney(of.amount)}
  </Link>
);

/** One line for a cell of a table. */
export function PendingLine({ of }: { of: PendingBooking }) {
  return (
    <span className="block text-sm">
      待覆核：
      <LinkTo of={of} />
      <span className="block text-ink-3">
        {of.maker ?? '—'} <DateText at={of.madeAt} />
      </span>
    </span>
  );
}

export function PendingBookingAlert({ of }: { of: PendingBooking }) {
  return (
    <Alert tone="warn" title="已提出分錄，待另一位同仁覆核">
      {of.maker ?? '—'} 於 <DateText at={of.madeAt} /> 提出 <LinkTo of={of} />
      ，覆核前請勿重複提出。
    </Alert>
  );
}
