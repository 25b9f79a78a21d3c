// What the editor holds as the public text is kept: no paragraphs inside cells, no empty ends.

const BLOCKS = 'p,h2,h3,ul,ol,blockquote,table,img,hr';

/** A single paragraph that is all a cell or an item holds gives its words to it. */
function unwrap(holder: Element): void {
  const [first, ...rest] = holder.children;
  const alone = first?.tagName === 'P' && rest.every((one) => /^[OU]L$/.test(one.tagName));
  if (first && alone) first.replaceWith(...first.childNodes);
}

/** A first row of heads only is the head of its table. */
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

/** The HTML of the editor, as the house writes the same text; '' where nothing is written. */
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

/** Signs and words as a writer counts them: each Han sign one, each word or number one. */
export function wordCount(text: string): number {
  const signs = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{Script=Latin}\d](?:[,.]?[\p{Script=Latin}\d])*/gu)?.length ?? 0;
  return signs + words;
}

/** Where a link of a text may lead: into the site, to an official page, a mailbox, a telephone. */
export function isLink(to: string): boolean {
  return /^(\/(?!\/)|#|https:\/\/[^\s]+\.|mailto:[^\s]+@|tel:[+\d])/.test(to);
}
