// Prepares sanitised HTML for reading: tables that scroll, clauses with an address of their own.

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('"', '');

/** Wide tables can be scrolled by keyboard too. */
export function readable(html: string): string {
  return html.replaceAll(
    '<div class="table">',
    '<div class="rich-table" tabindex="0" role="group" aria-label="表格">',
  );
}

/** Each numbered clause of a policy links to itself. */
export function withPermalinks(html: string): string {
  return html.replace(
    /<h2 id="([^"]+)">(.*?)<\/h2>/gs,
    (_, id: string, inside: string) =>
      `<h2 id="${id}">${inside}<a class="permalink" href="#${id}"` +
      ` aria-label="「${withoutTags(inside)}」的連結">#</a></h2>`,
  );
}
