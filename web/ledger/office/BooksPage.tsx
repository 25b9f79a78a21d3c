// Ledger page: balances by kind of account, and the result of every invariant.
import { books, balanceList } from '#contract/ledger/lists.ts';
import { formatMoney, sum } from '#contract/core/money.ts';
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { z } from 'zod';
import { owedKinds } from '#contract/banking/reconciliation.ts';
import {
  accountClasses,
  accounts,
  chartOrder,
  classText,
  entities,
  type Entity,
  entityText,
} from '#contract/ledger/chart.ts';
import { wordsOf } from '../../api.ts';
import { Alert, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { queryOf } from '../../office/api.ts';
import { invariantText } from '#contract/ledger/invariant-words.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { BooksDesk } from '../../office/kit/MoneyDesk.tsx';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';

type Answer = z.output<typeof books.output>['data'];
type Balance = Answer['balances'][number];

/** Converts the answer for the table, whose rows are the balances. */
const booksOf = ({ data: { balances, ...books } }: { data: Answer }) => ({
  ...books,
  data: balances,
});
type Books = ReturnType<typeof booksOf>;

const useBooks = () =>
  useQuery({ ...queryOf('ledger', 'books', {}), select: booksOf, staleTime: 60_000 });

const brokenOf = ({ invariants }: Books) => invariants.filter(({ broken }) => broken > 0);

function Verdict({ books }: { books: Books }) {
  const broken = brokenOf(books);
  if (books.provenAt === null) {
    return (
      <Alert tone="info" title="帳務規則待今晚的排程檢查">
        帳目已多到無法在開啟頁面時逐筆核對，改由每晚的排程核對一次。
      </Alert>
    );
  }
  if (broken.length === 0) {
    return (
      <Alert tone="ok" title={`${books.invariants.length} 項帳務規則全部相符`}>
        信託專戶、訂單、還款與撥付的帳目彼此一致，核對於
        <DateText at={books.provenAt} />。
      </Alert>
    );
  }
  return (
    <Alert tone="danger" title={`${broken.length} 項帳務規則不符，請立即處理`}>
      <ul className="list-disc ps-5">
        {broken.map(({ name, broken: count }) => (
          <li key={name}>
            {invariantText[name] ?? <span lang="en">{name}</span>}（{count} 筆）
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Client money that lacks now, which stops payments. */
function Short({ books: { shortfall } }: { books: Books }) {
  if (!shortfall) return null;
  return (
    <Alert tone="danger" title={`客戶款項短少 ${formatMoney(shortfall.amount)}`}>
      自 <DateText at={shortfall.since} /> 起，由
      <Link className="link mx-1" to={paths.ledgerOf({ transfer: shortfall.cause })}>
        這筆分錄
      </Link>
      造成；付款與簽核等
      <Link className="link mx-1" to={paths.inbox({ kind: 'trust_shortfall' })}>
        補足或確認公司匯款
      </Link>
      。
    </Alert>
  );
}

function Balances({ caption, rows }: { caption: string; rows: readonly Balance[] }) {
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(row) => row.kind}
      columns={columnsOf(balanceList, {
        code: { cell: (row) => <span className="office-mono">{accounts[row.kind].code}</span> },
        kind: {
          head: true,
          cell: (row) => (
            <Link className="link" to={paths.ledgerOf({ kind: row.kind })}>
              {accounts[row.kind].text}
            </Link>
          ),
          foot: '合計',
        },
        accounts: {},
        balance: { foot: <Money amount={sum(rows.map((row) => row.balance))} /> },
      })}
    />
  );
}

/** The accounts of the trust or of the company, one table for each class. */
function EntityBalances({ entity, balances }: { entity: Entity; balances: readonly Balance[] }) {
  const rows = balances
    .filter(({ kind }) => accounts[kind].entity === entity)
    .toSorted((a, b) => chartOrder.indexOf(a.kind) - chartOrder.indexOf(b.kind));
  return (
    <section aria-label={entityText[entity]} className="grid gap-5">
      <h2 className="text-h3">{entityText[entity]}</h2>
      {accountClasses.map((of) => {
        const own = rows.filter(({ kind }) => accounts[kind].class === of);
        return own.length > 0 && <Balances key={of} caption={classText[of]} rows={own} />;
      })}
    </section>
  );
}

function Laws({ books }: { books: Books }) {
  return (
    <Card as="section">
      <CardHead title="帳務規則">
        <span className="text-sm text-ink-3">{books.invariants.length} 項</span>
      </CardHead>
      <ul className="grid gap-2 md:grid-cols-2 md:gap-x-8">
        {books.invariants.map(({ name, broken }) => (
          <li key={name} className="flex items-start gap-2 text-sm">
            {broken === 0 ? (
              <CircleCheck size={18} role="img" aria-label="相符" className="mt-0.5 text-ok" />
            ) : (
              <CircleAlert size={18} role="img" aria-label="不符" className="mt-0.5 text-danger" />
            )}
            <span className={broken > 0 ? 'font-bold text-danger' : undefined}>
              {invariantText[name] ?? <span lang="en">{name}</span>}
              {broken > 0 && `（${broken} 筆）`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/**
 * Summary for the back office's home page: result of the invariants and the most important
 * balances.
 */
export function BooksSummary() {
  const query = useBooks();
  if (query.isPending) {
    return (
      <Loading label="帳務載入中">
        <Skeleton shape="block" className="h-40" />
      </Loading>
    );
  }
  const head = (
    <CardHead title="帳務">
      <Link className="link" to={paths.books()}>
        查看帳務
      </Link>
    </CardHead>
  );
  if (query.isLoadingError) {
    return (
      <Card as="section">
        {head}
        <ErrorState compact title={wordsOf(query.error)} onRetry={() => void query.refetch()} />
      </Card>
    );
  }
  const books = query.data;
  const balanceOf = (kind: Balance['kind']) =>
    books.data.find((row) => row.kind === kind)?.balance ?? 0;
  const owed = owedKinds.filter((kind) => balanceOf(kind) !== 0);
  return (
    <Card as="section">
      {head}
      <div className="grid gap-5">
        <Facts
          look="strip"
          facts={[
            {
              name: accounts.trust_bank.text,
              value: <Money amount={balanceOf('trust_bank')} />,
              note: '等於其餘各項合計',
            },
            ...owed.map((kind) => ({
              name: accounts[kind].text,
              value: <Money amount={balanceOf(kind)} />,
            })),
          ]}
        />
        <Short books={books} />
        {brokenOf(books).length === 0 ? (
          <p>
            <Tag tone="done">{books.invariants.length} 項帳務規則全部相符</Tag>
          </p>
        ) : (
          <Verdict books={books} />
        )}
      </div>
    </Card>
  );
}

export function BooksPage() {
  const query = useBooks();
  return (
    <ListPage
      frame={BooksDesk}
      title="帳務"
      whom="出納或稽核同仁"
      acts={!query.isLoadingError && <TableButtons table={books.tables.balances} input={{}} />}
      query={query}
      above={(books) => (
        <div className="grid gap-4">
          <Short books={books} />
          <Verdict books={books} />
        </div>
      )}
      rows={(books) => (
        <div className="grid gap-6">
          <div className="office-books grid items-start gap-5 xl:grid-cols-2">
            {entities.map((entity) => (
              <EntityBalances key={entity} entity={entity} balances={books.data} />
            ))}
          </div>
          <Laws books={books} />
        </div>
      )}
    />
  );
}
