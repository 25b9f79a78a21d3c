// One sign-in with Google on a page: leaving, coming back with a token, and what went wrong.
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, wordsOf } from '../../api.ts';
import type { GoogleSetting, Kept } from './google-flow.ts';

/** The way there and back, fetched by those who take it. */
const flow = () => import('./google-flow.ts');

/** Whether the address says that the issuer has sent the browser back. */
const isReturn = (query: URLSearchParams) =>
  query.has('state') && (query.has('code') || query.has('error'));

export type GoogleState = {
  /** On the way there, or being let in. */
  busy: boolean;
  /** Just come back: what comes of it is not known yet. */
  back: boolean;
  problem: string;
  leave: (kept: Kept) => void;
  take: (token: string, kept: Kept) => void;
  fail: (error: unknown) => void;
  /** Not on the way any more. */
  settle: () => void;
};

/** Words that are given already are said as they are. */
function said(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error instanceof Error && error.name === 'GoogleProblem') return error.message;
  if (error instanceof ApiFailure) return wordsOf(error);
  return '暫時無法使用 Google 登入，請稍後再試，或改用電子郵件';
}

/** `page` is this page's own path; `onToken` signs in or registers, and may throw. */
export function useGoogle(
  google: GoogleSetting | null,
  page: string,
  query: URLSearchParams,
  onToken: (token: string, kept: Kept) => Promise<void>,
): GoogleState {
  const [back, setBack] = useState(google !== null && isReturn(query));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const running = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(said(error));
      setBusy(false);
      setBack(false);
    }
    running.current = false;
  };
  useEffect(() => {
    if (!google || !back) return;
    // The code is good once, and no business of the history's.
    window.history.replaceState(window.history.state, '', page);
    void run(async () => {
      const { token, kept } = await (await flow()).returned(google, query);
      await onToken(token, kept);
    });
    // Once, when the page opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  // A page that comes back from the browser's cache is not on its way anywhere.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      running.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);
  return {
    busy,
    back,
    problem,
    leave: (kept) => {
      if (google) void run(async () => (await flow()).leaveForGoogle(google, page, kept));
    },
    take: (token, kept) => void run(() => onToken(token, kept)),
    fail: (error) => setProblem(said(error)),
    settle: () => {
      setBusy(false);
      setBack(false);
    },
  };
}
