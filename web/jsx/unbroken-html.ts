// Keeps the same parts of sanitised HTML on one line as the JSX runtime does for texts.
import { parts } from './unbroken.ts';

const all = new RegExp(parts, 'g');

/** Marks the parts in HTML that the server has sanitised; tags stay as they are. */
export const unbrokenHtml = (html: string): string =>
  html.replaceAll(/<[^>]*>|[^<]+/g, (token) =>
    token.startsWith('<') ? token : token.replaceAll(all, '<bx-whole>$1</bx-whole>'),
  );
