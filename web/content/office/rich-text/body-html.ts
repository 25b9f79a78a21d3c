// Converts the editor's HTML to the stored form: no paragraphs inside cells, no empty paragraphs at
// the ends.

const BLOCKS = 'p,h2,h3,ul,ol,blockquote,table,img,hr';

/** Replaces a paragraph by its content if it is the only one in a cell or list item. */
function unwrap(holder: Element): void {
  const [first, ...rest] = holder.children;
  const alone = first?.tagName === 'P' && rest.every((one) => /^[OU]L$/.test(one.tagName));
  if (first && alone) first.replaceWith(...first.childNodes);
}

/** Turns a first row with only heading cells into the table's head. */
function headed(table: Element): void {
  const first = table.querySelector(':scope > tbody > tr');
  const cells = first ? [...first.children] : [];
  if (!first || cells.length === 0 || cells.some((cell) => cell.tagName !== 'TH')) return;
  const head = table.ownerDocument.createElement('thead');
  head.append(first);
  table.prepend(head);
}

const isBlank = (block: Element | null) =>
  block?.tagName === 'P' && block.textContent.trim() === '' && !block.querySelector('img');

/** Returns the editor's HTML in the form used for all stored texts; '' if it is empty. */
export function normalised(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const cell of body.querySelectorAll('th,td')) {
    unwrap(cell);
    for (const span of ['colspan', 'rowspan']) {
      if (cell.getAttribute(span) === '1') cell.removeAttribute(span);
    }
  }
  for (const item of body.querySelectorAll('li')) unwrap(item);
  for (const table of body.querySelectorAll('table')) headed(table);
  while (isBlank(body.lastElementChild)) body.lastElementChild?.remove();
  while (isBlank(body.firstElementChild)) body.firstElementChild?.remove();
  return body.querySelector(BLOCKS) || body.textContent.trim() ? body.innerHTML : '';
}

/**
 * Counts characters and words as writers do: each Han character counts one, each other word or
 * number one.
 */
export function wordCount(text: string): number {
  const signs = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{Script=Latin}\d](?:[,.]?[\p{Script=Latin}\d])*/gu)?.length ?? 0;
  return signs + words;
}

/**
 * Returns whether a link may lead to this address: on the site, an https page, an e-mail address or
 * a phone number.
 */
export function isLink(to: string): boolean {
  return /^(\/(?!\/)|#|https:\/\/[^\s]+\.|mailto:[^\s]+@|tel:[+\d])/.test(to);
}
