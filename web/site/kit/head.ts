// What a public page says of itself in its head: title, description, address, preview, data.
import type { MetaArgs, MetaDescriptor } from 'react-router';
import type { SharedPage } from '#contract/shared-pages.ts';
import { brand, titleOf } from './brand.ts';
import { home } from './paths.ts';

/** What the root gives to every page; it never changes while the page stands. */
export type SiteGiven = { origin: string; apiUrl: string | null; tagManager: string | null };

export type Crumb = { name: string; path: string };

export type Head = {
  /** The page's own words; the brand is put after them. */
  title: string;
  /** One or two sentences, at most 90 characters or so: more is cut off by those who show it. */
  description: string;
  /** The one address of this content, by paths.ts: no trailing slash, the specified case. */
  path: string;
  /** The title stands alone, without the brand. */
  whole?: boolean;
  /** Articles, news and stories; `publishedOn` and `updatedOn` are days or instants. */
  article?: { publishedOn: string; updatedOn?: string | undefined; section?: string | undefined };
  /**
   * The picture of the preview, 1200 × 630: a path of this site, or the page of ours that has one
   * of its own. Without it the house's.
   */
  image?: `/${string}` | SharedPage;
  /** The way here after the home page, this page included: becomes a BreadcrumbList. */
  trail?: readonly Crumb[];
  /**
   * schema.org data of the page, by linked-data.ts: put together in the loader, so that only the
   * server has the code for it.
   */
  data?: readonly object[];
  /** Results and drafts: shown to people, not to search engines. */
  noindex?: boolean;
};

const IMAGE = '/og.png';
const pictureOf = (image: Head['image'] = IMAGE) =>
  image.startsWith('/') ? image : `/og/page/${image}.png`;
const start: Crumb = { name: '首頁', path: home() };

/** The way to a page as https://schema.org/BreadcrumbList. */
export function breadcrumbsOf(origin: string, crumbs: readonly Crumb[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: origin + path,
    })),
  };
}

/** What the root's loader answered; nothing where the root itself failed. */
function givenTo({ matches }: Pick<MetaArgs, 'matches'>): SiteGiven {
  const root = matches[0]?.loaderData as SiteGiven | undefined;
  return root ?? { origin: '', apiUrl: null, tagManager: null };
}

/** `export const meta = (args: MetaArgs) => headOf(args, {…})` of a public page. */
export function headOf(args: Pick<MetaArgs, 'matches'>, head: Head): MetaDescriptor[] {
  const { origin } = givenTo(args);
  const { description, article, trail } = head;
  const title = head.whole ? head.title : titleOf(head.title);
  const address = origin + head.path;
  const property = (name: string, content: string | undefined) =>
    content === undefined ? [] : [{ property: name, content }];
  return [
    { title },
    { name: 'description', content: description },
    head.noindex
      ? { name: 'robots', content: 'noindex' }
      : { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:type', content: article ? 'article' : 'website' },
    { property: 'og:locale', content: 'zh_TW' },
    { property: 'og:title', content: head.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: origin + pictureOf(head.image) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...property('article:published_time', article?.publishedOn),
    ...property('article:modified_time', article?.updatedOn),
    ...property('article:section', article?.section),
    ...(trail ? [{ 'script:ld+json': breadcrumbsOf(origin, [start, ...trail]) }] : []),
    ...(head.data ?? []).map((data) => ({ 'script:ld+json': data })),
  ] as MetaDescriptor[];
}
