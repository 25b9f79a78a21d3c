// Appearance of pages: light or dark, text size; and the attributes set before the first paint.
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type TextSize = 'normal' | 'large' | 'huge';
const KEY = 'theme';
const SIZE_KEY = 'textSize';
const listeners = new Set<() => void>();

/**
 * Script in the head with the page's nonce. It sets whether somebody is signed in, the theme and
 * the text size, so that header, colours and lines do not change after the first paint.
 */
export const beforePaint =
  `try{var d=document.documentElement,v=sessionStorage.getItem('impersonation'),` +
  `u=JSON.parse(v||localStorage.getItem('user')||'null'),` +
  `t=localStorage.getItem('${KEY}');d.dataset.session=u&&u.accessToken?'in':'out';` +
  `if(v)d.dataset.impersonation='';` +
  `if(t==='dark'||t==='light')d.dataset.theme=t;` +
  `t=localStorage.getItem('${SIZE_KEY}');if(t==='large'||t==='huge')d.dataset.text=t}catch(e){}`;

function readTheme(): Theme {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // If storage is unavailable, the choice is valid for this page only.
  }
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listen of listeners) listen();
}

function readTextSize(): TextSize {
  try {
    const size = localStorage.getItem(SIZE_KEY);
    return size === 'large' || size === 'huge' ? size : 'normal';
  } catch {
    return 'normal';
  }
}

export function setTextSize(size: TextSize): void {
  try {
    if (size === 'normal') localStorage.removeItem(SIZE_KEY);
    else localStorage.setItem(SIZE_KEY, size);
  } catch {
    // If storage is unavailable, the choice is valid for this page only.
  }
  if (size === 'normal') delete document.documentElement.dataset['text'];
  else document.documentElement.dataset['text'] = size;
  for (const listen of listeners) listen();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'system');

export const useTextSize = (): TextSize =>
  useSyncExternalStore(subscribe, readTextSize, () => 'normal');
