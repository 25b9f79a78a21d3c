// Looking members up: what is typed stays out of the address, for addresses are kept everywhere.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { FoundMember } from '#contract/verification-members.ts';
import { asked } from '../../office/api.ts';
import { NotYet } from '../../office/NotYet.tsx';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { useArrows } from '../../office/keyboard.ts';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { FileTag } from './FileTag.tsx';

const PER_PAGE = 25;

/** Kept with the entry of the history, so that 「上一頁」 leads back to the same list. */
type Kept = { q?: string; page?: number } | null;

const standings = {
  suspended: { tone: 'problem', children: '暫停使用' },
  closed: { tone: 'neutral', children: '已關閉' },
} as const;

const columns: Column<FoundMember>[] = [
  {
    key: 'name',
    label: '會員',
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.member(row.id)} data-stretch="" data-row="">
        {row.nameMasked ?? '未填姓名'}
      </Link>
    ),
  },
  { key: 'email', label: '電子郵件', cell: (row) => row.emailMasked },
  { key: 'id', label: '會員編號', cell: (row) => <span className="num">{row.id}</span> },
  {
    key: 'file',
    label: '身分驗證',
    cell: (row) => <FileTag stage={row.stage} status={row.status} />,
  },
  {
    key: 'standing',
    label: '帳戶',
    cell: ({ standing }) =>
      standing === 'open' ? (
        <span className="whitespace-nowrap">使用中</span>
      ) : (
        <Tag {...standings[standing]} />
      ),
  },
  { key: 'created', label: '註冊', cell: (row) => <DateText at={row.createdAt} /> },
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
        hint="電子郵件開頭、會員編號、案號、訂單編號、完整的身分證字號，手機（或末 4 碼）、銀行帳號末 4 碼"
      >
        <TextInput
          type="search"
          value={text}
          maxLength={120}
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

function Found({ q, page }: { q: string; page: number }) {
  const ref = useArrows();
  const offset = (page - 1) * PER_PAGE;
  const query = useQuery({
    ...asked('verification', 'findMembers', { q, item_per_page: PER_PAGE, offset }),
    placeholderData: keepPreviousData,
  });
  if (query.isPending || query.isError) {
    return <NotYet of={query} what="會員" whom="審核或管理同事" />;
  }
  const { data, total } = query.data;
  if (data.length === 0) {
    return (
      <EmptyState title="找不到符合的會員">
        身分證字號以加密方式保存，請輸入完整號碼；手機可輸入完整號碼或末 4
        碼；電子郵件請輸入開頭至少 3 個字。
      </EmptyState>
    );
  }
  return (
    <div ref={ref} className="office-rows grid gap-5">
      <Table
        caption={q ? `符合的會員，${total} 位` : `全部會員，${total} 位`}
        columns={columns}
        rows={data}
        rowKey={(row) => row.id}
      />
      <Pagination
        page={page}
        pages={Math.ceil(total / PER_PAGE)}
        link={({ page: to, label, current, children }) => (
          <Link
            to={paths.members()}
            state={{ q, page: to } satisfies Kept}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
          >
            {children}
          </Link>
        )}
      />
    </div>
  );
}

export function MembersPage() {
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const { q = '', page = 1 } = (state as Kept) ?? {};
  const search = (text: string) =>
    void navigate(paths.members(), { state: { q: text } satisfies Kept });
  return (
    <div className="grid gap-6">
      <PageTitle>會員</PageTitle>
      <h1>會員</h1>
      <SearchBox key={key} q={q} onSearch={search} />
      <Found q={q} page={page} />
    </div>
  );
}
