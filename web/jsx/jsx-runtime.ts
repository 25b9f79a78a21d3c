// JSX runtime of the member site: React's, which also keeps terms and numbers with units on one
// line, because no style does that for Chinese (decision 034).
import { Fragment, jsx as element, jsxs as elements, type JSX } from 'react/jsx-runtime';
import { piecesOf, unitOf } from './unbroken.ts';

export { Fragment };
export type { JSX };

/** Elements that may contain nothing but text. */
const textOnly = /^(opt|tit|texta|scr|sty|tsp|desc|text$)/;

type Props = { children?: unknown };
type Kind = Parameters<typeof element>[0];
const one = (tag: string, children: unknown) => elements(tag as Kind, { children });

/** Returns a text in one inline element whose terms cannot be broken, or as it is without any. */
function unbroken(child: unknown, i: number, siblings: readonly unknown[]): unknown {
  if (typeof child !== 'string') {
    const next = siblings[i + 1];
    const [unit] = typeof child === 'number' && typeof next === 'string' ? unitOf(next) : [];
    return unit ? one('bx-whole', [child, unit]) : child;
  }
  const [unit, rest = child] = typeof siblings[i - 1] === 'number' ? unitOf(child) : [];
  const pieces = piecesOf(rest);
  if (pieces.length === 1) return unit ? rest : child;
  // One element around all pieces, because each would be an item of its own in a flexible box.
  return one(
    'bx-text',
    pieces.map((piece, at) => (at % 2 ? one('bx-whole', [piece]) : piece)),
  );
}

const isOpen = (kind: Kind) => typeof kind === 'string' && !textOnly.test(kind);

export function jsx(kind: Kind, props: Props, key?: string) {
  const { children } = props;
  return typeof children === 'string' && isOpen(kind)
    ? element(kind, { ...props, children: unbroken(children, 0, []) }, key)
    : element(kind, props, key);
}

export function jsxs(kind: Kind, props: Props & { children: unknown[] }, key?: string) {
  return isOpen(kind)
    ? elements(kind, { ...props, children: props.children.map(unbroken) }, key)
    : elements(kind, props, key);
}
