// Layout of the office: navigation at the left, the signed-in operator, the progress bar.
import { roleText } from '#contract/core/endpoint.ts';
import { LogOut, Menu, PanelLeftClose, PanelLeftOpen, Rows2, Rows3, Search } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { currentActivity, watchActivity, wordsOf } from '../api.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { loadAllCharacters } from '../ui/all-characters.ts';
import { IconButton } from '../ui/Button.tsx';
import { Drawer } from '../ui/overlay/Dialog.tsx';
import { GoToTop } from '../ui/overlay/GoToTop.tsx';
import { LoadingBar } from '../ui/overlay/LoadingBar.tsx';
import { Logo } from '../ui/drawings/Logo.tsx';
import { dropDraftsOfOthers, dropOfTab, tellOtherTabs, tellsLogout } from '../drafts.ts';
import { leaveFor } from '../leave.ts';
import { api } from './api.ts';
import { draftsOf } from './editing/typed.ts';
import { readFlag, writeFlag } from './flags.ts';
import { UndoBar } from './kit/HeldBar.tsx';
import { HelpButton, HelpDrawer, useHelp } from './help/HelpDrawer.tsx';
import { navigation, navigationGroups, refusedAt } from './navigation.ts';
import { useOperator, useQueues, useUnread } from './operator.ts';
import { PageHead } from './kit/PageHead.tsx';
import * as paths from './paths.ts';
import { SearchDialog, useSearch } from './SearchDialog.tsx';

function Item({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <NavLink
        to={to}
        end={to === '/'}
        className="office-link flex items-center gap-3 px-3 rounded-ctl text-ink-2 font-bold
          hover:bg-sunken aria-[current=page]:bg-tint aria-[current=page]:text-on-tint"
      >
        {icon}
        <span className="office-link-text flex flex-1 items-center justify-between">
          {children}
        </span>
      </NavLink>
    </li>
  );
}

/** Height of the fade-out at the end of the menu, in pixels (shell.css). */
const MENU_FADE = 36;

function Navigation() {
  const operator = useOperator();
  const queues = useQueues();
  const unread = useUnread();
  const counts = new Map([
    [paths.inbox(), queues.data?.total ?? 0],
    [paths.mentions(), unread],
  ]);
  const roles = operator.data?.data.roles ?? [];
  const own = navigation.filter(({ sees }) => roles.some((role) => sees(role)));
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // The menu may be longer than the window, so the current entry is scrolled into view.
    // `scrollIntoView` is not used, because afterwards the Tab key would start at that entry
    // instead of at the top of the page.
    const at = menu.current?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    const shown = menu.current?.getBoundingClientRect();
    if (!at || !shown) return;
    const past = Math.max(0, at.bottom + MENU_FADE - shown.bottom);
    menu.current?.scrollBy({ top: past || Math.min(0, at.top - shown.top) });
  }, [pathname, own.length]);
  return (
    <nav
      ref={menu}
      aria-label="主選單"
      className="grid gap-4 content-start overflow-y-auto pb-7
        [mask-image:linear-gradient(to_top,transparent,#000_28px)]"
    >
      {navigationGroups
        .map((group) => ({ group, items: own.filter((item) => item.group === group) }))
        .filter(({ items }) => items.length > 0)
        .map(({ group, items }) => (
          <div key={group}>
            {group !== '工作' && (
              <p className="office-link-text px-3 pt-0 pb-1 text-ink-3 text-xs">{group}</p>
            )}
            <ul className="grid gap-1">
              {items.map(({ to, text, Icon }) => (
                <Item key={to} to={to} icon={<Icon size={20} aria-hidden="true" />}>
                  {text}
                  {(counts.get(to) ?? 0) > 0 && (
                    <span
                      className="min-w-6.5 px-2 rounded-pill bg-(--kaki-600) text-white
                        text-xs leading-5.5 text-center tabular-nums"
                    >
                      {counts.get(to)}
                    </span>
                  )}
                </Item>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}

async function leave(): Promise<void> {
  // An error is ignored, because the session may already have ended, and in any case the login page
  // is the right page to open.
  const answer = await api.identity.operatorLogout().catch(() => null);
  dropOfTab();
  tellOtherTabs();
  window.location.assign(answer?.data.providerUrl ?? paths.login());
}

/** Leaves the page after a logout in another tab, with whatever was typed in it. */
function followLogout(event: StorageEvent): void {
  if (!tellsLogout(event)) return;
  dropOfTab();
  leaveFor(paths.login());
}

function Who() {
  const operator = useOperator();
  const who = operator.data?.data;
  return (
    <div className="flex items-center justify-between gap-2 ps-1.5">
      <div className="office-link-text min-w-0">
        <p className="truncate font-bold text-ink">{who?.name ?? '　'}</p>
        <p className="truncate text-xs text-ink-3">
          {who?.roles.map((role) => roleText[role]).join('・') ?? '　'}
        </p>
      </div>
      <IconButton label="登出" onClick={() => void leave()}>
        <LogOut size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Comfortable or dense rows, stored on this device. */
function DensitySwitch() {
  const [dense, setDense] = useState(() => readFlag('dense'));
  useEffect(() => {
    document.documentElement.dataset['density'] = dense ? 'dense' : 'roomy';
    writeFlag('dense', dense);
  }, [dense]);
  const Icon = dense ? Rows2 : Rows3;
  return (
    <IconButton
      label={dense ? '改為寬鬆列距' : '改為緊密列距'}
      aria-pressed={dense}
      onClick={() => setDense(!dense)}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  );
}

const idle = { active: 0, failures: 0 };

function Activity() {
  const calls = useSyncExternalStore(watchActivity, currentActivity, () => idle);
  return <LoadingBar active={calls.active > 0} failures={calls.failures} />;
}

function Brand() {
  return (
    <NavLink
      to={paths.overview()}
      className="flex items-center gap-2.5 min-h-11 px-1.5 rounded-ctl text-ink text-[1.25rem]
        font-bold"
    >
      <Logo size={32} />
      <span className="office-link-text text-nowrap">
        百溪<span className="ms-2 text-sm font-normal text-ink-3 max-[18em]:hidden">後台</span>
      </span>
    </NavLink>
  );
}

function SideBar({
  folded,
  onFold,
  onSearch,
  onHelp,
}: {
  folded: boolean;
  onFold: () => void;
  onSearch: () => void;
  onHelp: () => void;
}) {
  const Icon = folded ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      className="office-side no-print top-0 hidden grid-rows-[auto_1fr_auto] grid-cols-1 gap-5
        px-3 py-4 border-e border-line bg-card lg:grid"
      data-folded={folded ? '' : undefined}
    >
      <Brand />
      <div className="grid grid-rows-[auto_minmax(0,1fr)] gap-2 min-h-0">
        <SearchButton onSearch={onSearch} />
        <Navigation />
      </div>
      <div className="grid grid-cols-1 gap-2 border-t border-line pt-2">
        <div className="flex flex-wrap">
          <IconButton label={folded ? '展開選單' : '收合選單'} onClick={onFold}>
            <Icon size={20} aria-hidden="true" />
          </IconButton>
          <DensitySwitch />
          <HelpButton onHelp={onHelp} />
        </div>
        <Who />
      </div>
    </aside>
  );
}

function SearchButton({ onSearch }: { onSearch: () => void }) {
  return (
    <button
      type="button"
      className="office-link flex items-center gap-3 px-3 rounded-ctl text-ink-2 font-bold
        hover:bg-sunken aria-[current=page]:bg-tint aria-[current=page]:text-on-tint w-full
        border border-line bg-transparent cursor-pointer text-start"
      onClick={onSearch}
    >
      <Search size={20} aria-hidden="true" />
      <span className="office-link-text flex flex-1 items-center justify-between">
        搜尋 <kbd className="text-ink-3 font-[inherit] text-[0.75rem] font-normal">Ctrl K</kbd>
      </span>
    </button>
  );
}

function TopBar({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  return (
    <header
      className="no-print flex items-center justify-between sticky z-40 top-0 h-(--header-h) ps-4
        pe-2 border-b border-line bg-card lg:hidden"
      data-shell=""
    >
      <Brand />
      <div className="flex">
        <IconButton label="搜尋" onClick={onSearch}>
          <Search size={22} aria-hidden="true" />
        </IconButton>
        <HelpButton onHelp={onHelp} />
        <IconButton label="開啟選單" onClick={() => setOpen(true)}>
          <Menu size={24} aria-hidden="true" />
        </IconButton>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title="選單">
        <Navigation />
        <Who />
      </Drawer>
    </header>
  );
}

/** Placeholder until the page's code has loaded. */
function Waiting() {
  return (
    <Loading>
      <Skeleton className="mb-6 h-9 w-40" />
      <Skeleton shape="block" className="h-64" />
    </Loading>
  );
}

/**
 * Shows a page to signed-in operators whose menu contains it. All others are sent to the login page
 * by the API client.
 */
function Guarded() {
  const operator = useOperator();
  const { pathname } = useLocation();
  const id = operator.data?.data.id;
  useEffect(() => {
    if (id !== undefined) dropDraftsOfOthers(draftsOf(id));
  }, [id]);
  if (operator.isPending) return <Waiting />;
  if (operator.isLoadingError) {
    return (
      <ErrorState title="暫時無法確認登入狀態" onRetry={() => void operator.refetch()}>
        {wordsOf(operator.error)}
      </ErrorState>
    );
  }
  const refused = refusedAt(pathname, operator.data.data.roles);
  if (refused) {
    const { text, act } = refused;
    return (
      <>
        <PageHead title={text} />
        <EmptyState title={`您的角色無法${act}${text}`}>需要時請洽管理同仁。</EmptyState>
      </>
    );
  }
  return <Outlet />;
}

/** The layout; `starting` is true until the code of the first page has loaded. */
export function Shell({ starting = false }: { starting?: boolean }) {
  const [folded, setFolded] = useState(() => readFlag('folded'));
  const search = useSearch();
  const help = useHelp();
  const { pathname } = useLocation();
  const was = useRef(pathname);
  useEffect(() => {
    // In newer browsers this call returns a promise, which an effect must not return.
    void window.scrollTo(0, 0);
    // The focused element disappeared with the previous page, so keyboard use continues in the new
    // page.
    const moved = was.current !== pathname;
    was.current = pathname;
    if (moved && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [pathname]);
  useEffect(loadAllCharacters, []);
  useEffect(() => {
    window.addEventListener('storage', followLogout);
    return () => window.removeEventListener('storage', followLogout);
  }, []);
  const fold = () => {
    writeFlag('folded', !folded);
    setFolded(!folded);
  };
  return (
    <div className="office">
      <a className="skip-link" href="#main">
        跳到主要內容
      </a>
      <Activity />
      <TopBar onSearch={search.show} onHelp={help.show} />
      <SideBar folded={folded} onFold={fold} onSearch={search.show} onHelp={help.show} />
      <main
        id="main"
        tabIndex={-1}
        className="px-4 pt-5 pb-16 outline-none md:px-6 md:pt-7 md:pb-16 xl:px-10 xl:pt-9
          xl:pb-16 *:max-w-[84rem] *:mx-auto"
      >
        {starting ? <Waiting /> : <Guarded />}
      </main>
      <UndoBar />
      <HelpDrawer open={help.open} onClose={help.close} />
      <SearchDialog open={search.open} onClose={search.close} />
      <GoToTop />
    </div>
  );
}
