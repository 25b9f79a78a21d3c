// Prepares sanitised HTML for display: scrollable tables, and policy clauses with links.

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('"', '');

/** Makes wide tables scrollable, also with the keyboard. */
export function readable(html: string): string {
  return html.replaceAll(
    '<div class="table">',
    '<div class="rich-table" tabindex="0" role="group" aria-label="表格">',
  );
}

/** Gives each numbered clause of a policy a link to itself. */
export function withPermalinks(html: string): string {
  return html.replace(
    /<h2 id="([^"]+)">(.*?)<\/h2>/gs,
    (_, id: string, inside: string) =>
      `<h2 id="${id}">${inside}<a class="permalink" href="#${id}"` +
      ` aria-label="「${withoutTags(inside)}」的連結">#</a></h2>`,
  );
}
