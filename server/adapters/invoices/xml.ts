// Writes and reads the small XML documents of electronic invoices.

/** An element has either a text or children, in the order in which they are written. */
export type XmlElement = { name: string; content: string | readonly XmlElement[] };

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' } as const;
const plain = new Map<string, string>(
  Object.entries(escapes).map(([character, escape]) => [escape, character]),
);

/** Returns an element; a number becomes its decimal digits. */
export const element = (
  name: string,
  content: string | number | readonly (XmlElement | null)[],
): XmlElement => ({
  name,
  content: typeof content === 'object' ? content.filter((one) => one !== null) : String(content),
});

/** Returns an element with a text, or null if there is none to write. */
export const optional = (name: string, content: string | null): XmlElement | null =>
  content === null || content === '' ? null : element(name, content);

const written = ({ name, content }: XmlElement, attribute = ''): string => {
  const inner =
    typeof content === 'string'
      ? content.replace(/[&<>"']/g, (one) => escapes[one as keyof typeof escapes])
      : content.map((child) => written(child)).join('');
  return `<${name}${attribute}>${inner}</${name}>`;
};

/** Returns a document whose root has a default namespace. */
export const xmlOf = (root: XmlElement, namespace: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, ` xmlns="${namespace}"`)}\n`;

/** A document that was read: its root and the namespace of it. */
export type XmlDocument = { root: XmlElement; namespace: string };

const HEAD = /^\s*(?:<\?xml[^?]*\?>)?\s*<(\w+) xmlns="([^"]*)">/;

/**
 * Reads a document as `xmlOf` writes it: elements with texts or children, a namespace at the root
 * and no other attributes. Null if the text is anything else.
 */
export function readXml(text: string): XmlDocument | null {
  const head = HEAD.exec(text);
  if (!head) return null;
  const [begin, rootName = '', namespace = ''] = head;
  const open: { name: string; children: XmlElement[]; text: string }[] = [
    { name: rootName, children: [], text: '' },
  ];
  const token = /<(\/?)(\w+)>|([^<]+)|(.)/gs;
  token.lastIndex = begin.length;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, closing, name, words, stray] = match;
    const current = open.at(-1);
    if (stray !== undefined || !current) return null;
    if (words !== undefined) current.text += words;
    else if (closing === '') open.push({ name: name ?? '', children: [], text: '' });
    else {
      if (current.name !== name) return null;
      open.pop();
      const done = closed(current);
      const parent = open.at(-1);
      if (!parent)
        return text.slice(token.lastIndex).trim() === '' ? { root: done, namespace } : null;
      parent.children.push(done);
    }
  }
  return null;
}

const closed = ({ name, children, text }: { name: string; children: XmlElement[]; text: string }) =>
  children.length > 0
    ? { name, content: children }
    : { name, content: text.replace(/&\w+;/g, (escape) => plain.get(escape) ?? escape) };

/** Returns the text at a path of names below an element; empty if there is none. */
export function textAt(from: XmlElement, ...path: readonly string[]): string {
  let found: XmlElement | undefined = from;
  for (const name of path) found = childrenOf(found, name)[0];
  return typeof found?.content === 'string' ? found.content : '';
}

/** Returns the children of an element with a name. */
export const childrenOf = (of: XmlElement | undefined, name: string): readonly XmlElement[] =>
  typeof of?.content === 'object' ? of.content.filter((one) => one.name === name) : [];
