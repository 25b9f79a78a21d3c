// Amounts, rates, days and times as machine-readable elements that never break across lines.
import { use } from 'react';
import { AmountsHidden } from '../amounts-hidden.ts';
import { useNow } from '../clock.ts';
import {
  formatAgo,
  formatDay,
  formatDayWithWeekday,
  formatInstant,
  formatMoney,
  formatPercent,
  formatSpan,
} from '../format.ts';

/**
 * Renders `<data value="30000">$ 30,000</data>`; `sign` writes ＋ before a gain. `AmountsHidden` may
 * hide the amount.
 */
export function Money({ amount, sign }: { amount: number; sign?: boolean }) {
  if (use(AmountsHidden)) {
    return (
      <span>
        <span aria-hidden="true">$ ••••</span>
        <span className="visually-hidden">金額已隱藏</span>
      </span>
    );
  }
  return <data value={amount}>{formatMoney(amount, sign)}</data>;
}

/** Annual percentage rate, as a percentage with two decimals. */
export function Percent({ value }: { value: number }) {
  return <data value={value}>{formatPercent(value)}</data>;
}

/** A percentage that is published to 0.1 %; two decimals would claim more. */
export function Tenths({ value }: { value: number }) {
  return (
    <data value={value}>
      {value < 0 && '\u2212'}
      {Math.abs(value)}%
    </data>
  );
}

/** A calendar day or an instant in Taipei time; `weekday` adds 「（五）」 to a day. */
export function DateText({ at, weekday }: { at: string; weekday?: boolean }) {
  const isDay = at.length === 10;
  const text = isDay ? (weekday ? formatDayWithWeekday(at) : formatDay(at)) : formatInstant(at);
  return <time dateTime={at}>{text}</time>;
}

/**
 * How long ago an instant was, with the exact time as tooltip; shows the exact time until hydrated.
 */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  const exact = formatInstant(at);
  return (
    <time dateTime={at} title={exact}>
      {now === 0 ? exact : formatAgo(now - Date.parse(at))}
    </time>
  );
}

/** 「剩 2 天 4 小時」 until an instant, updated every minute; changes are not announced. */
export function Countdown({
  until,
  prefix = '剩 ',
  over = '已截止',
}: {
  until: string;
  prefix?: string;
  over?: string;
}) {
  const now = useNow();
  const left = Date.parse(until) - now;
  const exact = formatInstant(until);
  return (
    <time dateTime={until} title={exact} aria-live="off">
      {now === 0 ? `${exact} 截止` : left > 0 ? `${prefix}${formatSpan(left)}` : over}
    </time>
  );
}
