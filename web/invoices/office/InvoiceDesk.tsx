// Frame of the office's pages of electronic invoices: one title, and tabs for its pages.
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { PageHead } from '../../office/kit/PageHead.tsx';
import * as paths from '../../office/paths.ts';
import { TabLinks } from '../../ui/display/TabLinks.tsx';

export function InvoiceDesk({
  title,
  acts,
  children,
}: {
  title: string;
  acts?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <TabLinks label="電子發票">
        <NavLink to={paths.invoices()} end>
          發票
        </NavLink>
        <NavLink to={paths.invoicePeriods()}>期別與稅額</NavLink>
        <NavLink to={paths.invoiceTracks()}>字軌</NavLink>
        <NavLink to={paths.invoiceMessages()}>傳送</NavLink>
      </TabLinks>
      <PageHead title={title} acts={acts} />
      {children}
    </div>
  );
}
