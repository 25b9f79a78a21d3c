// The notification centre: by category, newest first; opening a notice marks it as read.
import { noticeCategoryText } from '#contract/notices/words.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, HandCoins, Landmark, Megaphone, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { noticeRetentionDays } from '#contract/notices/retention.ts';
import { ApiFailure, wordsOf, type Answer } from '../api.ts';
import { api, queryOf } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { Go, GoButton } from '../site/kit/Go.tsx';
import { Pages } from '../site/kit/Pages.tsx';
import * as paths from '../site/kit/paths.ts';
import { Ago } from '../ui/display/Amount.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { useNow } from '../ui/clock.ts';
import { TabLinks } from '../ui/display/TabLinks.tsx';
import { toast } from '../ui/overlay/toasts.tsx';
import { grouped } from './groups.ts';
import './notices.css';

export const meta = () => [{ title: titleOf('通知中心') }, { name: 'robots', content: 'noindex' }];

type Notice = Answer<SiteCalls['notices']['listNotices']>['data'][number];
type Category = Notice['category'];

const PER_PAGE = 20;

const tabs: [Category | undefined, string][] = [
  [undefined, '全部'],
  ...Object.entries(noticeCategoryText).map(([one, { text }]): [Category, string] => [
    one as Category,
    text,
  ]),
];
const icons = { invest: HandCoins, loan: Landmark, account: UserRound, other: Megaphone };

/**
 * For each category, the page that 「立即前往」 opens, as on the cards; null if the notices of the
 * category have links of their own.
 */
const places: Record<Category, string | null> = {
  invest: paths.myInvest(),
  loan: paths.myLoan(),
  account: paths.profile(),
  other: null,
};

/**
 * Returns a notice's link if it is a path on this site, otherwise null, so that no notice can lead
 * to another site.
 */
const ownPath = (link: string) => (/^\/(?![/\\])/.test(link) ? link : null);

function Ways({ notice }: { notice: Notice }) {
  const own = ownPath(notice.link);
  const place = places[notice.category] ?? own;
  return (
    <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
      {place && (
        <GoButton to={place} size="sm">
          立即前往
        </GoButton>
      )}
      {own && own !== place && (
        <GoButton to={own} size="sm" look="quiet">
          查看相關頁面
        </GoButton>
      )}
    </div>
  );
}

function Row({ notice }: { notice: Notice }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const read = useMutation({
    mutationFn: () => api.notices.getNotice({ id: notice.id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notices', 'listNotices'] }),
  });
  const unread = notice.readAt === null && !read.isSuccess;
  const Icon = icons[notice.category];
  const bodyId = `notice-${notice.id}`;
  return (
    <li className="notice" data-unread={unread ? '' : undefined}>
      <h3 className="text-base">
        <button
          type="button"
          className="notice-head"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => {
            setOpen(!open);
            if (unread && !read.isPending) read.mutate();
          }}
        >
          <span className="notice-icon grid place-items-center">
            <Icon size={20} aria-hidden="true" />
          </span>
          <span className="min-w-0">
            <span className="notice-title block">
              {unread && <span className="visually-hidden">未讀：</span>}
              {notice.title}
            </span>
            {!open && (
              <span
                className="block overflow-hidden text-ink-3 text-sm font-normal text-ellipsis
                  whitespace-nowrap"
              >
                {notice.body}
              </span>
            )}
            <span className="block text-ink-3 text-xs font-normal">
              {noticeCategoryText[notice.category].title}・<Ago at={notice.createdAt} />
            </span>
          </span>
          <ChevronDown size={20} aria-hidden="true" className="chevron" />
        </button>
      </h3>
      <div id={bodyId} hidden={!open} className="notice-body">
        <p className="whitespace-pre-line">{notice.body}</p>
        <Ways notice={notice} />
      </div>
    </li>
  );
}

/** The keys j and k move from one notice to the next; Enter opens the notice, as on any button. */
function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'j' && event.key !== 'k') return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const from = document.activeElement;
      if (from?.closest('input, textarea, select, dialog')) return;
      const heads = [...document.querySelectorAll<HTMLElement>('.notice-head')];
      const at = heads.findIndex((head) => head.closest('li')?.contains(from));
      const to = event.key === 'j' ? at + 1 : at - 1;
      heads[Math.max(0, Math.min(heads.length - 1, to))]?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Button that marks all notices, or those of one category, as read. */
function ReadAll({ category }: { category: Category | undefined }) {
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: () => api.notices.readAllNotices(category ? { category } : {}),
    onSuccess: ({ data }) => {
      toast(`已將 ${data.read} 則通知標示為已讀`);
      return client.invalidateQueries({ queryKey: ['notices', 'listNotices'] });
    },
    onError: (error) => toast(wordsOf(error), { tone: 'danger' }),
  });
  return (
    <Button size="sm" busy={reading.isPending} onClick={() => reading.mutate()}>
      全部標示為已讀
    </Button>
  );
}

function Groups({ notices }: { notices: Notice[] }) {
  const now = useNow();
  return grouped(notices, now).map(([name, list]) => (
    <section key={name} className="mb-8">
      <h2 className="mb-3 text-base text-ink-3">{name}</h2>
      <ul className="border border-line rounded-card bg-card overflow-clip">
        {list.map((notice) => (
          <Row key={notice.id} notice={notice} />
        ))}
      </ul>
    </section>
  ));
}

function Grey() {
  return (
    <Loading>
      {[0, 1, 2, 3, 4].map((i) => (
        <Skeleton key={i} shape="block" className="mb-3 h-20" />
      ))}
    </Loading>
  );
}

type Unread = Record<string, number>;

const sumOf = (unread: Unread) => Object.values(unread).reduce((sum, n) => sum + n, 0);

function Categories({ category, unread }: { category: Category | undefined; unread: Unread }) {
  return (
    <TabLinks label="通知類別" className="mb-8">
      {tabs.map(([id, name]) => {
        const count = id ? (unread[id] ?? 0) : sumOf(unread);
        return (
          <Link
            key={name}
            to={id ? `${paths.myNotices()}?category=${id}` : paths.myNotices()}
            state={{ keepFocus: true }}
            aria-current={id === category ? 'page' : undefined}
          >
            {name}
            {count > 0 && (
              <>
                <span aria-hidden="true">（{count}）</span>
                <span className="visually-hidden">，{count} 則未讀</span>
              </>
            )}
          </Link>
        );
      })}
    </TabLinks>
  );
}

export default function NoticesPage() {
  const [query] = useSearchParams();
  const category = tabs.find(([id]) => id === query.get('category'))?.[0];
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const list = useQuery(
    queryOf('notices', 'listNotices', {
      category,
      item_per_page: PER_PAGE,
      page,
    }),
  );
  useKeys();
  const unread = list.data?.unread ?? {};
  const here = category ? (unread[category] ?? 0) : sumOf(unread);
  const failure = list.error instanceof ApiFailure ? list.error : null;
  return (
    <div className="container page">
      <div className="mx-auto max-w-narrow">
        <h1 className="mb-6 max-md:pt-4">通知中心</h1>
        <Categories category={category} unread={unread} />
        {here > 0 && (
          <div className="flex flex-wrap gap-x-4 gap-y-2 items-center justify-between mb-6">
            <p className="text-sm text-ink-3">{here} 則未讀</p>
            <ReadAll category={category} />
          </div>
        )}
        {list.isPending && <Grey />}
        {list.isLoadingError && (
          <ErrorState
            title="暫時無法載入通知"
            onRetry={() => void list.refetch()}
            requestId={failure?.requestId}
          />
        )}
        {list.data?.total === 0 && (
          <EmptyState title="目前沒有通知">
            案件、出資與帳戶有新進度時，會顯示在這裡，重要的也會寄到您的電子郵件。
          </EmptyState>
        )}
        {list.data && (
          <>
            <Groups notices={list.data.data} />
            <Pages page={page} pages={Math.ceil(list.data.total / PER_PAGE)} />
          </>
        )}
        <p className="mt-8 text-sm text-ink-3">
          通知保留 {noticeRetentionDays} 天。要以電子郵件或簡訊收到哪些通知，可以到
          <Go to={paths.profile({ section: 'settings' })}>帳戶管理</Go>設定。
          <span className="keys">按 j、k 鍵移到下一則、上一則，按 Enter 鍵展開。</span>
        </p>
      </div>
    </div>
  );
}
