// Register of the members. Filters, order, columns and page number are in the URL; the search text
// is in the URL's fragment, which browsers do not send to the server, so that no log contains it.
import { purposeText } from '#contract/identity/words.ts';
import { standingWords, verificationWords } from '#contract/verification/words.ts';
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { memberList } from '#contract/verification/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { countText } from '#contract/core/lists.ts';
import {
  memberFiles,
  type MemberHit,
  memberPurposes,
  memberStandings,
} from '#contract/verification/members.ts';
import { queryOf } from '../../office/api.ts';
import { chosenIn, type Filter } from '../../office/kit/FilterBar.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { type ListUrl, useListUrl } from '../../office/kit/listing.ts';
import { type Register, useRegister } from '../../office/register/register.tsx';
import { RegisterPage } from '../../office/register/RegisterPage.tsx';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { FileTag } from './FileTag.tsx';

const PER_PAGE = 25;
const Q_MAX = 120;

/**
 * Returns the list's URL including the search text, so that links and 「上一頁」 lead back to the same
 * result.
 */
function useMembersUrl(): ListUrl & { q: string; search: (q: string) => string } {
  const url = useListUrl(PER_PAGE);
  const { hash } = useLocation();
  const q = (new URLSearchParams(hash.slice(1)).get('q') ?? '').trim().slice(0, Q_MAX);
  const search = (text: string) => `${url.to({})}${paths.typedPart(text)}`;
  return { ...url, q, search, to: (changes) => `${url.to(changes)}${paths.typedPart(q)}` };
}

const columns = columnsOf(memberList, {
  nameMasked: {
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.member(row.id)} data-stretch="" data-row="">
        {row.nameMasked ?? '未填姓名'}
      </Link>
    ),
  },
  emailMasked: {},
  id: { cell: (row) => <span className="num">{row.id}</span> },
  status: { cell: (row) => <FileTag stage={row.stage} status={row.status} /> },
  standing: {
    cell: ({ standing }) =>
      standing === 'open' ? (
        <span className="whitespace-nowrap">{standingWords[standing].text}</span>
      ) : (
        <Tag tone={standingWords[standing].tone}>{standingWords[standing].text}</Tag>
      ),
  },
  purpose: {},
  createdAt: {},
});

const register: Register<MemberHit, 'created'> = {
  columns,
  shown: ['nameMasked', 'emailMasked', 'id', 'status', 'standing', 'createdAt'],
  sorts: { createdAt: 'created' },
};

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'purpose',
    label: '註冊用途',
    options: memberPurposes.map((value) => ({ value, label: purposeText[value] })),
  },
  { kind: 'day', name: 'from', label: '註冊自' },
  { kind: 'day', name: 'to', label: '註冊至' },
];

function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form role="search" className="office-search" onSubmit={submit}>
      <Field
        id="member-search"
        label="搜尋會員"
        hint="姓名（至少 2 個字）、電子郵件開頭、會員編號、案號、訂單編號、完整的身分證字號，手機（或末 4 碼）、銀行帳號末 4 碼"
      >
        <TextInput
          type="search"
          value={text}
          maxLength={Q_MAX}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" look="primary" icon={<Search size={18} aria-hidden="true" />}>
        搜尋
      </Button>
    </form>
  );
}

const all = { text: '全部', value: undefined };
const standingLinks = [
  all,
  ...memberStandings.map((value) => ({ text: standingWords[value].text, value })),
];
const fileLinks = [
  all,
  ...memberFiles.map((value) => ({ text: verificationWords[value].office.text, value })),
];

function Filters({ url }: { url: ListUrl }) {
  const rows = [
    { label: '身分驗證', name: 'file', links: fileLinks, chosen: url.one('file', memberFiles) },
    {
      label: '帳戶',
      name: 'standing',
      links: standingLinks,
      chosen: url.one('standing', memberStandings),
    },
  ];
  return (
    <div className="grid gap-3">
      {rows.map((row) => (
        <div key={row.name} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-sm text-ink-3">{row.label}</span>
          <FilterLinks {...row} url={url} />
        </div>
      ))}
    </div>
  );
}

const nobody = {
  title: '找不到符合的會員',
  hint:
    '姓名請輸入至少 2 個字；身分證字號請輸入完整號碼；手機可輸入完整號碼或末 4 碼；' +
    '電子郵件請輸入開頭至少 3 個字。',
};

export function MembersPage() {
  const { q, search, ...url } = useMembersUrl();
  const navigate = useNavigate();
  const standing = url.one('standing', memberStandings);
  const file = url.one('file', memberFiles);
  const [params] = useSearchParams();
  const state = useRegister(register);
  const input = {
    q,
    ...chosenIn(params, filters),
    ...(standing && { standing }),
    ...(file && { file }),
    direction: state.asks.direction,
    ...url.asks,
  };
  const query = useQuery({
    ...queryOf('verification', 'findMembers', input),
    placeholderData: keepPreviousData,
  });
  const isNarrowed = q || standing || file || filters.some(({ name }) => params.has(name));
  const found = isNarrowed ? '符合的會員' : '全部會員';
  return (
    <RegisterPage
      of={state}
      list="members"
      path={paths.members()}
      filters={filters}
      title="會員"
      whom="審核或管理同仁"
      query={query}
      none={nobody}
      caption={({ total }) => `${found}，${countText(total, '位')}`}
      pages={url}
      acts={<TableButtons table={memberList.tables.data} input={input} />}
    >
      <SearchBox key={q} q={q} onSearch={(text) => void navigate(search(text))} />
      <Filters url={url} />
    </RegisterPage>
  );
}
