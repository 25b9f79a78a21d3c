// Head of a public page: title, description, URL, preview, structured data.
import type { MetaArgs, MetaDescriptor } from 'react-router';
import type { SharedPage } from '#contract/shared-pages.ts';
import { brand, titleOf } from './brand.ts';
import { home } from './paths.ts';

/** Data that the root passes to every page; it never changes while the page is open. */
export type SiteContext = {
  origin: string;
  apiUrl: string | null;
  tagManager: string | null;
  /** Whether /docs exists. */
  apiDocs: boolean;
};

export type Crumb = { name: string; path: string };

export type Head = {
  /** The page's own title; the brand is appended. */
  title: string;
  /**
   * One or two sentences of at most about 90 characters; previews and search engines cut off the
   * rest.
   */
  description: string;
  /**
   * Canonical path of this content, built by paths.ts: no trailing slash, upper and lower case as
   * specified.
   */
  path: string;
  /** If true, the title is shown without the brand. */
  whole?: boolean;
  /** For articles, news and stories; `publishedOn` and `updatedOn` are days or instants. */
  article?: { publishedOn: string; updatedOn?: string | undefined; section?: string | undefined };
  /**
   * Preview picture of 1200 × 630: a path of this site, or a page that has a picture of its own. By
   * default the app's picture.
   */
  image?: `/${string}` | SharedPage;
  /**
   * Breadcrumbs from the home page (excluded) to this page (included); becomes a BreadcrumbList.
   */
  trail?: readonly Crumb[];
  /**
   * schema.org data of the page, from linked-data.ts. It is built in the loader, so that only the
   * server has the code for it.
   */
  data?: readonly object[];
  /** For search results and drafts, which users can open but search engines must not index. */
  noindex?: boolean;
};

const IMAGE = '/og.png';
const pictureOf = (image: Head['image'] = IMAGE) =>
  image.startsWith('/') ? image : `/og/page/${image}.png`;
const start: Crumb = { name: '首頁', path: home() };

/** Returns the breadcrumbs of a page as https://schema.org/BreadcrumbList. */
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

/** Returns the data of the root's loader; defaults if the root itself failed. */
function siteContextOf({ matches }: Pick<MetaArgs, 'matches'>): SiteContext {
  const root = matches[0]?.loaderData as SiteContext | undefined;
  return root ?? { origin: '', apiUrl: null, tagManager: null, apiDocs: false };
}

/**
 * Returns the metadata of a public page: `export const meta = (args: MetaArgs) => headOf(args,
 * {…})`.
 */
export function headOf(args: Pick<MetaArgs, 'matches'>, head: Head): MetaDescriptor[] {
  const { origin } = siteContextOf(args);
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
