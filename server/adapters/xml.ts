// Writes XML: elements with escaped text.

/** An element that is already written, so that it is not escaped again. */
export type Element = { readonly xml: string };

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text and removes the characters that XML 1.0 (section 2.2) does not allow. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

/** Returns an element with a text or with further elements; `attributes` are written as given. */
export function element(
  name: string,
  content: string | readonly Element[],
  attributes: Readonly<Record<string, string>> = {},
): Element {
  const head = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('');
  const body = typeof content === 'string' ? escaped(content) : joined(content);
  return { xml: `<${name}${head}>${body}</${name}>` };
}

const joined = (elements: readonly Element[]) => elements.map(({ xml }) => xml).join('');

/** Returns a whole document in UTF-8 with its declaration. */
export const xmlDocument = ({ xml }: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
