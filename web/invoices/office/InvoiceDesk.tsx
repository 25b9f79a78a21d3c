// Frame of the office's pages of electronic invoices: tabs for its pages above one title.
import { NavLink } from 'react-router';
import { Desk, type DeskPage } from '../../office/kit/Desk.tsx';
import * as paths from '../../office/paths.ts';

/** A tax period, such as 2026/11–12. */
export const periodText = ({ from, to }: { from: string; to: string }) =>
  `${from.slice(0, 4)}/${from.slice(5, 7)}–${to.slice(5, 7)}`;

const tabs = (
  <>
    <NavLink to={paths.invoices()} end>
      發票
    </NavLink>
    <NavLink to={paths.invoicePeriods()}>期別與稅額</NavLink>
    <NavLink to={paths.invoiceTracks()}>字軌</NavLink>
    <NavLink to={paths.invoiceMessages()}>傳送</NavLink>
  </>
);

export function InvoiceDesk(page: DeskPage) {
  return <Desk label="電子發票" tabs={tabs} {...page} />;
}
