// Cards of the member's notifications; closed one by one, never automatically.
import { noticeCategoryText } from '#contract/notices/words.ts';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import type { User } from '#contract/identity/calls.ts';
import { useSession } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { announce } from '../../ui/overlay/toasts.tsx';
import { ShellLink } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';
import './notice-cards.css';

type Card = User['notification'][number];

const places: Record<Card['category'], () => string> = {
  invest: paths.myInvest,
  loan: paths.myLoan,
  account: paths.profile,
  other: paths.myNotices,
};

/** The most urgent first: what a borrower owes, then what an investor has to pay or decide. */
const urgency: readonly Card['category'][] = ['loan', 'invest', 'account', 'other'];

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

export default function NoticeCards({ closed, onClose: close }: Props) {
  const { user } = useSession();
  const cards = (user?.notification ?? [])
    .filter((card) => !closed.includes(card.id))
    .toSorted((a, b) => urgency.indexOf(a.category) - urgency.indexOf(b.category));
  const shown = user !== null && cards.length > 0;
  const total = user?.notification.length ?? 0;
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
  if (!shown) return null;
  return (
    <section className={`notice-cards no-print ${aside}`} aria-label="最新通知">
      {cards.map((card) => (
        <article key={card.id} className="notice-card">
          <div className="min-w-0 self-center max-md:flex max-md:flex-wrap max-md:gap-x-2">
            <p className="shrink-0 text-sm font-bold text-primary">{cardTitle(card)}</p>
            <h2 className={titleLook}>{card.title}</h2>
            <ShellLink
              to={(places[card.category] ?? places.other)()}
              className="link shrink-0 font-bold max-md:ms-auto max-md:text-sm"
              onClick={() => close([card.id])}
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
            onClick={() => close([card.id])}
          >
            <X size={18} aria-hidden="true" />
          </button>
        </article>
      ))}
      {cards.length > 2 && (
        <p className="notice-more text-sm rounded-pill bg-card px-3">還有 {cards.length - 2} 則</p>
      )}
      {cards.length >= 2 && (
        <Button size="sm" onClick={() => close(cards.map((card) => card.id))}>
          全部關閉
        </Button>
      )}
    </section>
  );
}
