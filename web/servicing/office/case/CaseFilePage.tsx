// Case file: one page for a loan, with a tab for each part; the tab is in the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import type { Role } from '#contract/core/endpoint.ts';
import { noteReaders } from '#contract/tasks/notes.ts';
import type { OfficeLoan } from '#contract/servicing/lookup.ts';
import { Link } from '../../../office/links/Link.tsx';
import { queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { DetailHead } from '../../../office/kit/DetailHead.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { Notes } from '../../../tasks/office/notes/Notes.tsx';
import { EmptyState } from '../../../ui/display/Alert.tsx';
import { Money } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import { TabLinks } from '../../../ui/display/TabLinks.tsx';
import { formatPercent } from '../../../ui/format.ts';
import { History, PER_PAGE } from '../History.tsx';
import { ApplicationTab } from './ApplicationTab.tsx';
import { CollectionsTab } from './CollectionsTab.tsx';
import { ContractTab } from './ContractTab.tsx';
import { MoneyTab } from './MoneyTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PapersTab } from './PapersTab.tsx';
import { ScheduleTab } from './ScheduleTab.tsx';

function TimelineTab({ id }: { id: string }) {
  const url = useListUrl(PER_PAGE);
  const read = { id, item_per_page: PER_PAGE, offset: url.offset };
  const history = useQuery({
    ...queryOf('servicing', 'loanHistory', read),
    placeholderData: keepPreviousData,
  });
  return <History query={history} page={url.page} to={(page) => url.to({ page })} />;
}

type Tab = {
  text: string;
  /** Roles that see the tab; without it, all who see the case. */
  roles?: readonly Role[];
  /** Whether a loan has this part; without it, every loan. */
  of?: (loan: OfficeLoan) => boolean;
  render: (loan: OfficeLoan) => ReactNode;
};

const deciders = ['reviewer', 'approver', 'auditor', 'admin'] as const;
const isDisbursed = ({ repayment }: OfficeLoan) => repayment !== null;

const tabs: Record<paths.CaseTab, Tab> = {
  overview: { text: '總覽', render: (loan) => <OverviewTab loan={loan} /> },
  application: {
    text: '申請',
    roles: deciders,
    render: ({ id }) => <ApplicationTab id={id} />,
  },
  papers: { text: '文件', roles: deciders, render: ({ id }) => <PapersTab id={id} /> },
  contract: {
    text: '契約',
    of: ({ annualRate }) => annualRate !== null,
    render: ({ id }) => <ContractTab id={id} />,
  },
  schedule: { text: '攤還表', of: isDisbursed, render: ({ id }) => <ScheduleTab id={id} /> },
  money: { text: '金流', of: isDisbursed, render: ({ id }) => <MoneyTab id={id} /> },
  collections: {
    text: '催收',
    of: isDisbursed,
    render: ({ id }) => <CollectionsTab id={id} />,
  },
  timeline: { text: '歷程', render: ({ id }) => <TimelineTab id={id} /> },
  notes: {
    text: '備註',
    roles: noteReaders,
    render: ({ id }) => <Notes subject="loan" id={id} />,
  },
};

const back = { to: paths.loans(), text: '申貸案' };

function Head({ loan }: { loan: OfficeLoan }) {
  const { repayment, annualRate } = loan;
  return (
    <DetailHead title={loan.caseNo} tab={`申貸案 ${loan.caseNo}`} back={back}>
      <Tag tone={loan.tone}>{loan.statusText}</Tag>
      {repayment && repayment.lateDays > 0 && (
        <Tag tone="problem">逾期 {repayment.lateDays} 天</Tag>
      )}
      <Link className="link" to={paths.member(loan.memberId)}>
        {loan.borrower}
      </Link>
      <span>
        <Money amount={loan.amount} />
        {annualRate !== null && `・年化利率 ${formatPercent(annualRate)}`}
      </span>
    </DetailHead>
  );
}

function Content({ loan, at }: { loan: OfficeLoan; at: string }) {
  const roles = useOperator().data?.data.roles ?? [];
  const shown = paths.caseTabs.filter((tab) => {
    const { roles: those, of } = tabs[tab];
    return (!those || those.some((role) => roles.includes(role))) && (of?.(loan) ?? true);
  });
  const current = shown.find((tab) => tab === at);
  return (
    <>
      <div>
        <Head loan={loan} />
        <TabLinks label="案件分頁">
          {shown.map((tab) => (
            <Link
              key={tab}
              to={paths.loan(loan.id, tab)}
              aria-current={tab === current ? 'page' : undefined}
            >
              {tabs[tab].text}
            </Link>
          ))}
        </TabLinks>
      </div>
      {current ? (
        tabs[current].render(loan)
      ) : (
        <EmptyState title="這個案件沒有這一頁">
          可能還沒有進行到這個階段，或不屬於您的角色。
        </EmptyState>
      )}
    </>
  );
}

export function CaseFilePage() {
  const { id = '', tab = 'overview' } = useParams();
  const query = useQuery(queryOf('servicing', 'officeLoan', { id }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Answered query={query} what="申貸案" back={back}>
        {({ data }) => <Content key={id} loan={data} at={tab} />}
      </Answered>
    </div>
  );
}

/** Leads from an earlier address of a loan's page to its tab. */
function Moved({ tab }: { tab: paths.CaseTab }) {
  const { id = '' } = useParams();
  const { search } = useLocation();
  return <Navigate replace to={`${paths.loan(id, tab)}${search}`} />;
}

export const MovedCase = () => <Moved tab="overview" />;
export const MovedCollection = () => <Moved tab="collections" />;
