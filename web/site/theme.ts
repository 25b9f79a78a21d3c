// Light, dark or as the system says; and the marks a small script sets before the first paint.
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'theme';
const listeners = new Set<() => void>();

/**
 * Runs in the head with the page's nonce: who is signed in and which theme, so that neither
 * the header nor the colours change after the first paint.
 */
export const beforePaint =
  `try{var d=document.documentElement,u=JSON.parse(localStorage.getItem('user')||'null'),` +
  `t=localStorage.getItem('${KEY}');d.dataset.session=u&&u.accessToken?'in':'out';` +
  `if(t==='dark'||t==='light')d.dataset.theme=t}catch(e){}`;

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
    // Kept for this page only.
  }
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listen of listeners) listen();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTheme,
    () => 'system',
  );
}
