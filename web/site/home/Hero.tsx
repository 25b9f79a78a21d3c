// Hero of the home page: what the platform is, for whom, and buttons to borrow or invest.
import { useEffect, useState, type RefObject } from 'react';
import { formatWan } from '../../ui/format.ts';
import { GoButton } from '../kit/Go.tsx';
import { HeroRiver } from '../HeroRiver.tsx';
import * as paths from '../kit/paths.ts';

export type Span = { min: number; max: number } | null;

export function Hero({ span, ref }: { span: Span; ref: RefObject<HTMLElement | null> }) {
  return (
    <section className="hero" ref={ref}>
      <HeroRiver />
      <div className="container hero-text">
        <h1>
          百條小溪，
          <br />
          匯成您的下一步
        </h1>
        <p className="hero-sub">
          {span &&
            `${formatWan(span.min).replace(/\s*萬$/, '')} 至 ${formatWan(span.max)}元線上申貸，`}
          由多位出資人共同支持。
          <span className="md:inline-block">全程線上申請、線上簽約。</span>
        </p>
        <div className="hero-actions">
          <GoButton to={paths.plans()} look="primary" size="lg">
            我要申貸
          </GoButton>
          <GoButton to={paths.investment()} look="secondary" size="lg">
            我要出資
          </GoButton>
        </div>
        <p className="hero-note">任何借貸皆有風險，平台不保證本金與收益。</p>
      </div>
    </section>
  );
}

/**
 * Buttons to borrow and to invest that stay visible on phones when the hero has been scrolled away.
 */
export function StickyActs({ hero }: { hero: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!hero.current) return;
    const watch = new IntersectionObserver((seen) => {
      setShown(seen.at(-1)?.isIntersecting === false);
    });
    watch.observe(hero.current);
    return () => watch.disconnect();
  }, [hero]);
  return (
    <div
      className="sticky-acts grid grid-cols-2 gap-3 md:hidden"
      data-shown={shown ? '' : undefined}
      inert={!shown}
      role="group"
      aria-label="開始使用"
    >
      <GoButton to={paths.plans()} look="primary">
        我要申貸
      </GoButton>
      <GoButton to={paths.investment()}>我要出資</GoButton>
    </div>
  );
}
