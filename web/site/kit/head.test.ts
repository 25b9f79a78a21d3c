// Tests a page's metadata for previews and search engines.
import { expect, test } from 'vitest';
import { headOf } from './head.ts';
import { articleOf, organizationOf, questionsOf, websiteOf } from './linked-data.ts';

const origin = 'https://example.com';
const args = {
  matches: [{ loaderData: { origin, tagManager: null } }],
} as unknown as Parameters<typeof headOf>[0];

const page = {
  title: '出資流程',
  description: '從開戶到收回第一期。',
  path: '/knowledge/article/45',
};

test('a page has title, description, address and preview', () => {
  const head = headOf(args, page);
  expect(head).toContainEqual({ title: '出資流程｜百溪' });
  expect(head).toContainEqual({ name: 'description', content: page.description });
  const address = `${origin}/knowledge/article/45`;
  expect(head).toContainEqual({ tagName: 'link', rel: 'canonical', href: address });
  expect(head).toContainEqual({ property: 'og:url', content: address });
  expect(head).toContainEqual({ property: 'og:title', content: '出資流程' });
  expect(head).toContainEqual({ property: 'og:description', content: page.description });
  expect(head).toContainEqual({ property: 'og:image', content: `${origin}/og.png` });
  expect(head).toContainEqual({ property: 'og:type', content: 'website' });
});

test('an article has its date of publication, and a trail from the home page', () => {
  const head = headOf(args, {
    ...page,
    article: { publishedOn: '2026-06-01' },
    trail: [{ name: '文章', path: '/knowledge/article' }],
    data: [articleOf(origin, { kind: 'news', excerpt: '', author: '編輯部', ...page, ...day })],
  });
  expect(head).toContainEqual({ property: 'og:type', content: 'article' });
  expect(head).toContainEqual({ property: 'article:published_time', content: '2026-06-01' });
  const data = head.flatMap((one) => ('script:ld+json' in one ? [one['script:ld+json']] : []));
  expect(data).toMatchObject([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: '首頁', item: `${origin}/` },
        { position: 2, name: '文章', item: `${origin}/knowledge/article` },
      ],
    },
    {
      '@type': 'NewsArticle',
      headline: '出資流程',
      datePublished: '2026-06-01',
      dateModified: '2026-06-01',
    },
  ]);
});
const day = { publishedOn: '2026-06-01' };

test('pages that search engines must not store have no canonical address', () => {
  const head = headOf(args, { ...page, noindex: true });
  expect(head).toContainEqual({ name: 'robots', content: 'noindex' });
  expect(JSON.stringify(head)).not.toContain('canonical');
});

test('we are one organization, the site can be searched, questions have answers', () => {
  const us = organizationOf(origin);
  expect(us).toMatchObject({ '@type': 'Organization', name: '百溪', url: `${origin}/` });
  expect(websiteOf(origin)).toMatchObject({
    publisher: { '@id': us['@id'] },
    potentialAction: {
      target: { urlTemplate: `${origin}/support/Search?q={search_term_string}` },
    },
  });
  expect(questionsOf([{ question: '問', answer: '答' }])).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [{ name: '問', acceptedAnswer: { text: '答' } }],
  });
});
