// Cards of the member's notifications; closed one by one, never automatically.
import { noticeCategoryText } from '#contract/notices/words.ts';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import type { User } from '#contract/identity/calls.ts';
import { useSession } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { announce } from '../../ui/overlay/toasts.tsx';
import { useWide, WIDER_THAN_PHONE } from '../../ui/use-wide.ts';
import { ShellLink } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';
import { useToday } from '../../today/use-today.ts';
import { Queries } from '../Queries.tsx';
import { useNoticePlace } from '../../today/notice-place.ts';
import './notice-cards.css';

type Card = User['notification'][number];

const places: Record<Card['category'], () => string> = {
  invest: paths.myInvest,
  loan: paths.myLoan,
  account: paths.profile,
  other: paths.myNotices,
};

/** Returns the title of a card, such as 「出資案通知（3）」; the number is left out if none is unread. */
export function cardTitle(card: Pick<Card, 'category' | 'unReadNumber'>): string {
  const { title } = noticeCategoryText[card.category] ?? noticeCategoryText.other;
  return card.unReadNumber > 0 ? `${title}（${card.unReadNumber}）` : title;
}

/**
 * While a control of the page has visible focus, the cards are transparent, because they may cover
 * it. The Tab key still reaches them, and they are shown again then.
 */
const aside =
  '[main:has(:focus-visible)~&]:pointer-events-none [main:has(:focus-visible)~&]:opacity-0';

/** On a phone the title has a line of its own, below the category and the link. */
const titleLook = 'line-clamp-2 text-base max-md:line-clamp-1 max-md:order-1 max-md:basis-full';

type Props = { closed: readonly string[]; onClose: (ids: string[]) => void };

/**
 * Returns the member's cards in order of urgency, without those whose act is done; null until that
 * is known. A member without a confirmed address has all of them.
 */
function useCards(): readonly Card[] | null {
  const { user } = useSession();
  const isConfirmed = Boolean(user?.emailVerifiedAt ?? user?.isGoogleLogin);
  const query = useToday({ enabled: isConfirmed });
  const all = user?.notification ?? [];
  if (!isConfirmed || query.isError) return all;
  if (!query.data) return null;
  const { cards } = query.data.data;
  return cards.flatMap((id) => all.find((card) => card.id === id) ?? []);
}

/** `more` is the number of cards behind this one, of which a phone shows one at a time. */
function NoticeCard({ of: card, more, onClose }: { of: Card; more: number; onClose: () => void }) {
  return (
    <article className="notice-card">
      <div className="min-w-0 self-center max-md:flex max-md:flex-wrap max-md:gap-x-2">
        <p className="shrink-0 text-sm font-bold text-primary">
          {cardTitle(card)}
          {more > 0 && <span className="font-normal text-ink-3 md:hidden">・還有 {more} 則</span>}
        </p>
        <h2 className={titleLook}>{card.title}</h2>
        <ShellLink
          to={(places[card.category] ?? places.other)()}
          className="link shrink-0 font-bold max-md:ms-auto max-md:text-sm"
          onClick={onClose}
        >
          立即前往
        </ShellLink>
      </div>
      <button
        type="button"
        className="button"
        data-look="quiet"
        data-icon-only=""
        aria-label={`關閉「${card.title}」`}
        onClick={onClose}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </article>
  );
}

function Cards({ closed, onClose }: Props) {
  const all = useCards();
  const { user } = useSession();
  const { pathname } = useLocation();
  const place = useNoticePlace();
  const cards = (all ?? []).filter((card) => !closed.includes(card.id));
  const shown = cards.length > 0;
  const total = all?.length ?? 0;
  // What is not shown because its act is done counts as closed.
  const dropped = (user?.notification ?? []).map(({ id }) => id);
  const close = (ids: string[]) =>
    onClose([...ids, ...dropped.filter((id) => !all?.some((card) => card.id === id))]);
  useEffect(() => {
    if (!shown) return;
    announce(`您有 ${total} 則最新通知`);
  }, [shown, total]);
  useEffect(() => {
    if (!shown) return;
    const onKey = (event: KeyboardEvent) => {
      // A dialog closes first, and the cards are hidden while a control of the page has the focus.
      const other = document.querySelector('dialog[open], main :focus-visible');
      if (event.key === 'Escape' && !other) close([cards[0]!.id]);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  const isPhone = !useWide(WIDER_THAN_PHONE);
  const isInFlow = pathname === paths.home() && isPhone;
  if (!shown || (isInFlow && !place)) return null;
  const section = (
    <section
      className={`notice-cards no-print ${aside}`}
      data-in-flow={isInFlow ? '' : undefined}
      aria-label="最新通知"
    >
      {cards.map((card) => (
        <NoticeCard
          key={card.id}
          of={card}
          more={cards.length - 1}
          onClose={() => close([card.id])}
        />
      ))}
      {cards.length >= 2 && (
        <div className="max-md:hidden">
          <Button size="sm" onClick={() => close(cards.map(({ id }) => id))}>
            全部關閉
          </Button>
        </div>
      )}
    </section>
  );
  return isInFlow && place ? createPortal(section, place) : section;
}

export default function NoticeCards(props: Props) {
  return (
    <Queries>
      <Cards {...props} />
    </Queries>
  );
}
