// Browsers inside other apps, where Google refuses to sign anybody in.

/** `line` can be told to open the real browser; the others are asked to, by hand. */
export function inAppBrowser(agent: string): 'line' | 'other' | null {
  if (/\bLine\//i.test(agent)) return 'line';
  // `; wv)` is what any Android app's own window says of itself.
  return /FBAN|FBAV|FB_IAB|Instagram|Barcelona|MicroMessenger|; wv\)/.test(agent) ? 'other' : null;
}

/** This page in the phone's own browser; LINE takes the parameter, and the page ignores it. */
export function outOfLine(address: string): string {
  const url = new URL(address);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
}
