// The only place in web/ that reads the time; follows the server's business time if it is known.
import { useCallback, useSyncExternalStore } from 'react';

let offset = 0;

/** Returns milliseconds since 1970, by the server's business clock if the server sent it. */
export function now(): number {
  return Date.now() + offset;
}

/**
 * Adjusts the page's clock to an instant the server sent (the demonstration may have moved its
 * date).
 */
export function learnNow(instant: string): void {
  const told = Date.parse(instant);
  if (Number.isNaN(told)) return;
  const before = offset;
  offset = told - Date.now();
  // What already shows the time would otherwise keep that of the machine until its next tick.
  if (Math.abs(offset - before) > 1_000) for (const ticker of tickers.values()) tick(ticker);
}

const inTaipei = (instant: number) => new Date(instant + 8 * 3_600_000).toISOString();

/** Returns the calendar day in Taipei of an instant (default: now), 'YYYY-MM-DD'. */
export function dayIn(instant: number = now()): string {
  return inTaipei(instant).slice(0, 10);
}

/** Returns the time of day in Taipei of an instant, 'HH:MM'. */
export function timeIn(instant: number): string {
  return inTaipei(instant).slice(11, 16);
}

type Ticker = { listeners: Set<() => void>; value: number; timer: number };
const tickers = new Map<number, Ticker>();

function tick(ticker: Ticker): void {
  ticker.value = now();
  for (const listen of ticker.listeners) listen();
}

function subscribeEvery(ms: number, listener: () => void): () => void {
  const ticker = tickers.get(ms) ?? { listeners: new Set(), value: now(), timer: 0 };
  tickers.set(ms, ticker);
  ticker.listeners.add(listener);
  if (ticker.listeners.size === 1) {
    ticker.value = now();
    ticker.timer = window.setInterval(() => tick(ticker), ms);
  }
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0) return;
    window.clearInterval(ticker.timer);
    tickers.delete(ms);
  };
}

/** Returns the current time, updated every `everyMs`; 0 during server rendering and hydration. */
export function useNow(everyMs = 60_000): number {
  // The function must stay the same, because with a new one React would subscribe again, which sets
  // the time.
  const subscribe = useCallback(
    (listener: () => void) => subscribeEvery(everyMs, listener),
    [everyMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => tickers.get(everyMs)?.value ?? 0,
    () => 0,
  );
}
