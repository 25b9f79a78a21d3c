// Sanitises editors' texts, and renders them for the public with anchors and figures.
import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { type ServerPicture, pictureFormats, type Toc } from '#contract/content/shapes.ts';

/**
 * Number of Han characters, and number of words in Latin letters or digits, that an adult reads per
 * minute.
 */
const CHARACTERS_A_MINUTE = 400;
const WORDS_A_MINUTE = 200;

/** Elements that the editor offers; no others are allowed. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'h2',
    'h3',
    'ul',
    'ol',
    'li',
    'blockquote',
    'hr',
    'br',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'strong',
    'em',
    's',
    'code',
    'a',
    'img',
  ],
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  // Links may lead to the site itself, to an e-mail address or phone number, or to https pages;
  // pictures must be from this site.
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { b: 'strong', i: 'em', del: 's', strike: 's', h1: 'h2', h4: 'h3' },
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^\/media\/\d+\/\d+\.(avif|webp)$/.test(attribs['src'] ?? ''),
};

/** Removes everything from an editor's HTML that the editor's tools cannot produce. */
export function cleaned(html: string): string {
  return sanitizeHtml(html, allowed).trim();
}

const markdown = new Marked({ gfm: true });

/**
 * Converts the Markdown of the files shipped with the app to HTML as an editor would have written
 * it.
 */
export function fromMarkdown(text: string): string {
  return cleaned(markdown.parse(text, { async: false }));
}

const KEY = /\{\{\s*(\w+)\s*\}\}/g;

/** Returns the placeholder keys that match no known figure. */
export function unknownKeys(texts: readonly string[], figures: ReadonlyMap<string, string>) {
  const all = texts.flatMap((text) => [...text.matchAll(KEY)].map((found) => found[1]!));
  return [...new Set(all)].filter((key) => !figures.has(key));
}

/** Replaces the placeholder keys in plain text by their current figures. */
export function withFigures(text: string, figures: ReadonlyMap<string, string>): string {
  return text.replace(KEY, (whole, key: string) => figures.get(key) ?? whole);
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the text without tags, with a line break after each block. */
export function plain(html: string): string {
  return html
    .replace(/<\/(p|h2|h3|li|tr|blockquote|table)>|<(br|hr)\b[^>]*>/g, '\n')
    .replace(/<\/t[hd]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|(amp|lt|gt|quot|nbsp));/g, (_, code?: string, name?: string) =>
      code ? String.fromCodePoint(Number(code)) : (NAMED[name ?? ''] ?? ''),
    )
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Estimated reading time in minutes, at least one. */
export function readingMinutesOf(html: string): number {
  const words = plain(html);
  const characters = words.match(/\p{Script=Han}/gu)?.length ?? 0;
  const others = words.match(/[\p{Script=Latin}\d]+/gu)?.length ?? 0;
  return Math.max(1, Math.ceil(characters / CHARACTERS_A_MINUTE + others / WORDS_A_MINUTE));
}

export type RenderedBody = { html: string; toc: Toc };

/**
 * Returns the text as a page shows it: current figures inserted, headings with ids for the table of
 * contents, pictures in every width, external links marked. The ids are `s1`, `s2` … in order, so
 * that a link stays valid when the wording changes.
 */
export function renderBody(
  html: string,
  figures: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<number, ServerPicture> = new Map(),
): RenderedBody {
  const toc: Toc = [];
  const filled = html.replace(KEY, (whole, key: string) => {
    const value = figures.get(key);
    return value === undefined ? whole : escaped(value);
  });
  const out = filled
    .replace(/<h([23])>(.*?)<\/h\1>/gs, (_, level: string, inside: string) => {
      const id = `s${toc.length + 1}`;
      toc.push({ id, text: plain(inside), level: level === '2' ? 2 : 3 });
      return `<h${level} id="${id}">${inside}</h${level}>`;
    })
    .replace(/<a href="https:/g, '<a rel="noopener" href="https:')
    .replace(/<table>/g, '<div class="table"><table>')
    .replace(/<\/table>/g, '</table></div>')
    .replace(/<img\b[^>]*>/g, (tag) => pictureTag(tag, pictures));
  return { html: out, toc };
}

/** Returns the ids of the pictures used in a text. */
export function picturesIn(html: string): number[] {
  return [...html.matchAll(/<img\b[^>]*src="\/media\/(\d+)\//g)].map((found) => Number(found[1]));
}

function pictureTag(tag: string, pictures: ReadonlyMap<number, ServerPicture>): string {
  const picture = pictures.get(Number(/src="\/media\/(\d+)\//.exec(tag)?.[1]));
  if (!picture) return '';
  const alt = /alt="([^"]*)"/.exec(tag)?.[1] || escaped(picture.alt);
  const sources = pictureFormats.map((format) => {
    const set = picture.widths.map((width) => `${picture.path}/${width}.${format} ${width}w`);
    return { format, set: set.join(', ') };
  });
  const [first, last] = [sources[0]!, sources.at(-1)!];
  const sizes = 'sizes="(min-width: 768px) 608px, 100vw"';
  return (
    `<figure><picture><source type="image/${first.format}" srcset="${first.set}" ${sizes}>` +
    `<img src="${picture.path}/${picture.widths.at(-1)}.${last.format}" srcset="${last.set}" ` +
    `${sizes} width="${picture.width}" height="${picture.height}" alt="${alt}" ` +
    `loading="lazy" decoding="async"></picture></figure>`
  );
}
