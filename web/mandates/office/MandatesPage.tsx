// The list of mandates: status, scope, ceiling and why they ended, with filters and export.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { countText } from '#contract/core/lists.ts';
import { mandateList } from '#contract/mandates/lists.ts';
import { mandateStatuses, mandateWords } from '#contract/mandates/status.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { idText } from '../../office/filtering/filter-texts.ts';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { ID, useListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { MandateDesk } from './MandateDesk.tsx';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: '狀態',
    options: mandateStatuses.map((value) => ({ value, label: mandateWords[value].text })),
  },
  { kind: 'text', name: 'member', label: '會員編號', of: idText },
];

const columns = columnsOf(mandateList, {
  id: { head: true },
  memberId: {
    cell: ({ memberId }) => (
      <Link className="link num" to={paths.member(memberId)}>
        {memberId}
      </Link>
    ),
  },
  status: {},
  covers: {},
  bankCode: {
    whole: true,
    cell: ({ bankCode, accountTail }) => (
      <span>
        {bankName(bankCode)}
        <span className="num">　末四碼 {accountTail}</span>
      </span>
    ),
  },
  signedAt: {},
  failures: {},
  reason: {},
  ceiling: {},
});

export function MandatesPage() {
  const url = useListUrl();
  const status = url.one('status', mandateStatuses);
  const member = url.text('member', ID);
  const chosen = { ...(status && { status }), ...(member && { member }) };
  const query = useQuery({
    ...queryOf('mandates', 'listMandates', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={MandateDesk}
      title="會員的授權"
      whom="出納或稽核同事"
      acts={<TableButtons table={mandateList.tables.data} input={chosen} />}
      query={query}
      none={{ title: '沒有符合的授權', hint: '會員在網站的「授權扣款」簽署後出現在這裡。' }}
      columns={columns}
      rowKey={({ id }) => id}
      caption={({ total }) => countText(total, '份')}
      pages={url}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
