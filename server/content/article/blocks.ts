// Converts sanitised HTML to blocks and text runs, from which PDFs are typeset.

/** Text of one style; `href` is set if it is a link. */
export type Run = { text: string; bold: boolean; italic: boolean; href: string | null };
type Item = { blocks: Block[] };
type Cell = { head: boolean; runs: Run[] };
export type Block =
  | { kind: 'heading'; level: 2 | 3; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Item[] }
  | { kind: 'table'; columns: number; rows: Cell[][] }
  | { kind: 'rule' };

type Element = { name: string; attributes: string; children: Node[] };
type Node = Element | string;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
const decoded = (text: string) =>
  text.replace(/&(?:#(\d+)|(amp|lt|gt|quot|nbsp));/g, (_, code?: string, name?: string) =>
    code ? String.fromCodePoint(Number(code)) : (NAMED[name ?? ''] ?? ''),
  );
const EMPTY = new Set(['br', 'hr', 'img']);

/** Parses HTML that `cleaned` has sanitised: well-formed, with known elements only. */
function treeOf(html: string): Node[] {
  const root: Element = { name: '', attributes: '', children: [] };
  const open = [root];
  for (const [token, close, name = '', attributes = ''] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>|[^<]+/g,
  )) {
    const parent = open.at(-1)!;
    if (name === '') {
      parent.children.push(decoded(token));
    } else if (close) {
      if (open.length > 1) open.pop();
    } else {
      const element = { name, attributes, children: [] };
      parent.children.push(element);
      if (!EMPTY.has(name)) open.push(element);
    }
  }
  return root.children;
}

const isElement = (node: Node): node is Element => typeof node !== 'string';
const named = (nodes: readonly Node[], ...names: string[]) =>
  nodes.filter(isElement).filter(({ name }) => names.includes(name));

type Look = Omit<Run, 'text'>;
const bare: Look = { bold: false, italic: false, href: null };

function runsOf(nodes: readonly Node[], look: Look = bare): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (!isElement(node)) {
      const text = node.replace(/\s*\n\s*/g, ' ');
      return text === '' ? [] : [{ ...look, text }];
    }
    const { name, attributes, children } = node;
    if (name === 'br') return [{ ...look, text: '\n' }];
    const href = /\bhref="([^"]*)"/.exec(attributes)?.[1];
    return runsOf(children, {
      bold: look.bold || name === 'strong',
      italic: look.italic || name === 'em',
      href: name === 'a' && href !== undefined ? decoded(href) : look.href,
    });
  });
}

const BLOCKS = new Set(['h2', 'h3', 'p', 'ul', 'ol', 'blockquote', 'table', 'hr']);

function blockOf({ name, attributes, children }: Element): Block {
  if (name === 'h2' || name === 'h3') {
    return { kind: 'heading', level: name === 'h2' ? 2 : 3, runs: runsOf(children) };
  }
  if (name === 'ul' || name === 'ol') {
    const start = Number(/\bstart="(\d+)"/.exec(attributes)?.[1] ?? 1);
    const items = named(children, 'li').map((item) => ({ blocks: gathered(item.children) }));
    return { kind: 'list', ordered: name === 'ol', start, items };
  }
  if (name === 'table') {
    const parts = named(children, 'thead', 'tbody').flatMap((part) => part.children);
    const rows = named([...children, ...parts], 'tr').map((row) =>
      named(row.children, 'th', 'td').map((cell) => ({
        head: cell.name === 'th',
        runs: runsOf(cell.children),
      })),
    );
    return { kind: 'table', columns: Math.max(1, ...rows.map((row) => row.length)), rows };
  }
  if (name === 'blockquote') return { kind: 'quote', blocks: gathered(children) };
  return name === 'hr' ? { kind: 'rule' } : { kind: 'paragraph', runs: runsOf(children) };
}

/** Text outside of any block becomes a paragraph of its own. */
function gathered(nodes: readonly Node[]): Block[] {
  const blocks: Block[] = [];
  let loose: Node[] = [];
  const close = () => {
    const runs = runsOf(loose);
    if (runs.some(({ text }) => text.trim() !== '')) blocks.push({ kind: 'paragraph', runs });
    loose = [];
  };
  // Unwraps the `div` that pages put around content that may be wider than the screen.
  const unboxed = (node: Node): Node[] =>
    isElement(node) && node.name === 'div' ? node.children : [node];
  for (const node of nodes.flatMap(unboxed)) {
    if (!isElement(node) || !BLOCKS.has(node.name)) {
      loose.push(node);
      continue;
    }
    close();
    blocks.push(blockOf(node));
  }
  close();
  return blocks;
}

/** Returns the blocks of a sanitised text in order. Pictures are left out. */
export const blocksOf = (html: string): Block[] => gathered(treeOf(html));
