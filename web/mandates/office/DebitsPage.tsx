// The list of debits: filters, the result in words, the sum that was debited, export.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { countText } from '#contract/core/lists.ts';
import { debitList, debitResult } from '#contract/mandates/lists.ts';
import {
  debitStatuses,
  debitSubjects,
  debitSubjectText,
  debitWords,
} from '#contract/mandates/status.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { idText } from '../../office/filtering/filter-texts.ts';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { DAY, ID, useListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { formatMoney } from '../../ui/format.ts';
import { MandateDesk } from './MandateDesk.tsx';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: '狀態',
    options: debitStatuses.map((value) => ({ value, label: debitWords[value].text })),
  },
  {
    kind: 'choice',
    name: 'subject',
    label: '款項',
    options: debitSubjects.map((value) => ({ value, label: debitSubjectText[value] })),
  },
  { kind: 'text', name: 'member', label: '會員編號', of: idText },
  { kind: 'text', name: 'file', label: '扣款檔編號', of: idText },
  { kind: 'day', name: 'from', label: '扣款日起' },
  { kind: 'day', name: 'to', label: '扣款日迄' },
];

const columns = columnsOf(debitList, {
  id: { head: true },
  debitOn: {
    cell: ({ debitOn, retryOn }) => (
      <span className="grid">
        <DateText at={debitOn} />
        {retryOn && (
          <small className="text-ink-3">
            <DateText at={retryOn} /> 再扣
          </small>
        )}
      </span>
    ),
  },
  subject: {
    cell: ({ subject, no, attempt }) => {
      const place = no === null ? '' : `第 ${no} 期`;
      return `${debitSubjectText[subject]}${place}${attempt > 1 ? '（第 2 次）' : ''}`;
    },
  },
  caseNo: {
    whole: true,
    cell: ({ caseNo, loanId, orderId }) => (
      <Link className="link num" to={orderId === null ? paths.loan(loanId) : paths.order(orderId)}>
        {caseNo}
      </Link>
    ),
  },
  memberId: {
    cell: ({ memberId }) => (
      <Link className="link num" to={paths.member(memberId)}>
        {memberId}
      </Link>
    ),
  },
  status: {},
  result: { cell: (row) => debitResult(row) ?? '—' },
  fileId: {},
  amount: {},
});

export function DebitsPage() {
  const url = useListUrl();
  const status = url.one('status', debitStatuses);
  const subject = url.one('subject', debitSubjects);
  const [member, file] = [url.text('member', ID), url.text('file', ID)];
  const [from, to] = [url.text('from', DAY), url.text('to', DAY)];
  const chosen = {
    ...(status && { status }),
    ...(subject && { subject }),
    ...(member && { member }),
    ...(file && { file }),
    ...(from && { from }),
    ...(to && { to }),
  };
  const query = useQuery({
    ...queryOf('mandates', 'listDebits', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={MandateDesk}
      title="授權扣款"
      whom="出納或稽核同事"
      acts={<TableButtons table={debitList.tables.data} input={chosen} />}
      query={query}
      none={{
        title: '沒有符合的扣款',
        hint: '會員簽署授權後，還款在應還的營業日、出資在訂單成立後自動扣取。',
      }}
      columns={columns}
      rowKey={({ id }) => id}
      caption={({ total, paid }) => `${countText(total, '筆')}，已扣款 ${formatMoney(paid)}`}
      pages={url}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
