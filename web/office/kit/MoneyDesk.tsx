// Frames of the office's money pages and ledger pages: one title, and tabs for the pages of each.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, NavLink } from 'react-router';
import { Link } from '../links/Link.tsx';
import { TabLinks } from '../../ui/display/TabLinks.tsx';
import { seesBooks, useOperator } from '../operator.ts';
import { Desk, type DeskPage } from './Desk.tsx';
import { PageHead } from './PageHead.tsx';
import * as paths from '../paths.ts';

/**
 * The office's money pages. Approvers check outgoing payments; incoming money and the ledger belong
 * to finance.
 */
const places = [
  { place: 'batches', text: '付款批次', books: false },
  { place: 'disbursements', text: '撥款', books: false },
  { place: 'refunds', text: '退款', books: false },
  { place: 'payouts', text: '收益撥付', books: false },
  { place: 'receipts', text: '入帳', books: true },
  { place: 'debits', text: '授權扣款', books: true },
  { place: 'statements', text: '對帳單', books: true },
  { place: 'reconciliation', text: '每日對帳', books: false },
  { place: 'bookings', text: '撥轉與調整', books: false },
] as const;

export function MoneyDesk({
  title,
  back,
  acts,
  children,
}: {
  title: string;
  /** Link from a single item to its list. */
  back?: { to: string; text: string };
  /** Actions that concern the whole list. */
  acts?: ReactNode;
  children: ReactNode;
}) {
  const roles = useOperator().data?.data.roles ?? [];
  const shown = places.filter(({ books }) => !books || seesBooks(roles));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <TabLinks label="金流">
        {shown.map(({ place, text }) => (
          <NavLink key={place} to={paths.money(place)}>
            {text}
          </NavLink>
        ))}
      </TabLinks>
      <div>
        {back && (
          <Link
            className="inline-flex items-center justify-self-start gap-1.5 min-h-8 text-primary
              font-bold text-sm"
            to={back.to}
          >
            <ArrowLeft size={18} aria-hidden="true" />
            {back.text}
          </Link>
        )}
        <PageHead title={title} acts={acts} />
      </div>
      {children}
    </div>
  );
}

/** The money pages open with the page of outgoing payments. */
export function MoneyHome() {
  return <Navigate to={paths.money('batches')} replace />;
}

const books = (
  <>
    <NavLink to={paths.books()} end>
      總表
    </NavLink>
    <NavLink to={paths.trialBalance()}>試算表</NavLink>
    <NavLink to={paths.accountLedger()}>分類帳</NavLink>
    <NavLink to={paths.incomeStatement()}>損益表</NavLink>
    <NavLink to={paths.balanceSheet()}>資產負債表</NavLink>
    <NavLink to={paths.vouchers()}>傳票</NavLink>
    <NavLink to={paths.trustReports()}>專戶月報</NavLink>
    <NavLink to={paths.years()}>年度結帳</NavLink>
    <NavLink to={paths.ledger()}>分錄查詢</NavLink>
    <NavLink to={paths.fees()}>服務費與營業稅</NavLink>
  </>
);

/**
 * Frame of the ledger pages: sums and invariants, statements, entries, fees. Approvers see none of
 * them but the trust reports, which they sign.
 */
export function BooksDesk(page: DeskPage) {
  const roles = useOperator().data?.data.roles ?? [];
  const tabs = seesBooks(roles) ? books : <NavLink to={paths.trustReports()}>專戶月報</NavLink>;
  return <Desk label="帳務" tabs={tabs} {...page} />;
}
