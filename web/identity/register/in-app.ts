// Detects browsers inside other apps, in which Google refuses to sign anybody in.

/**
 * Returns `line` for LINE, which can open the real browser through a link; for `other` apps the
 * user must do it by hand.
 */
export function inAppBrowser(agent: string): 'line' | 'other' | null {
  if (/\bLine\//i.test(agent)) return 'line';
  // `; wv)` marks the web view of any Android app.
  return /FBAN|FBAV|FB_IAB|Instagram|Barcelona|MicroMessenger|; wv\)/.test(agent) ? 'other' : null;
}

/**
 * Returns this page's address for the phone's own browser; LINE reads the parameter, the page
 * ignores it.
 */
export function outOfLine(address: string): string {
  const url = new URL(address);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
}
