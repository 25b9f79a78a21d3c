// One Google sign-in on a page: leaving, returning with a token, and errors.
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, wordsOf } from '../../api.ts';
import type { GoogleSetting, StoredFlow } from './google-flow.ts';

/** The Google flow, loaded only when used. */
const flow = () => import('./google-flow.ts');

/** Returns whether the address shows that the issuer has sent the browser back. */
const isReturn = (query: URLSearchParams) =>
  query.has('state') && (query.has('code') || query.has('error'));

export type GoogleState = {
  /** True while the browser is leaving for Google or the user is being signed in. */
  busy: boolean;
  /** True if the browser has just returned from the issuer and the result is not known yet. */
  back: boolean;
  problem: string;
  leave: (kept: StoredFlow) => void;
  take: (token: string, kept: StoredFlow) => void;
  fail: (error: unknown) => void;
  /** Ends the sign-in attempt. */
  settle: () => void;
};

/** Returns the error as text; a text is returned unchanged. */
function messageOf(error: unknown): string {
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
  onToken: (token: string, kept: StoredFlow) => Promise<void>,
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
      setProblem(messageOf(error));
      setBusy(false);
      setBack(false);
    }
    running.current = false;
  };
  useEffect(() => {
    if (!google || !back) return;
    // The code is valid once and must not stay in the browser history.
    window.history.replaceState(window.history.state, '', page);
    void run(async () => {
      const { token, kept } = await (await flow()).returned(google, query);
      await onToken(token, kept);
    });
    // Once, when the page opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  // A page restored from the browser's cache has no sign-in in progress.
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
    fail: (error) => setProblem(messageOf(error)),
    settle: () => {
      setBusy(false);
      setBack(false);
    },
  };
}
