// schema.org data of the site's pages, for search engines and other machines.
import { brand } from './brand.ts';
import * as paths from './paths.ts';

const context = { '@context': 'https://schema.org' };

/** Reference to our organisation; its id is the same in all data. */
const ourselves = (origin: string) => ({ '@id': `${origin}/#organization` });

/** Returns https://schema.org/Organization, for the home page and the page about us. */
export function organizationOf(origin: string) {
  return {
    ...context,
    '@type': 'Organization',
    ...ourselves(origin),
    name: brand.name,
    alternateName: brand.latin,
    legalName: brand.entity,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    slogan: brand.tagline,
    email: brand.email,
    telephone: brand.phone,
    areaServed: 'TW',
    sameAs: Object.values(brand.social).map(({ href }) => href),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: brand.phone,
      email: brand.email,
      availableLanguage: 'zh-Hant-TW',
      areaServed: 'TW',
    },
  };
}

/** Returns https://schema.org/WebSite with the search of the help centre. */
export function websiteOf(origin: string) {
  return {
    ...context,
    '@type': 'WebSite',
    name: brand.name,
    url: `${origin}/`,
    inLanguage: 'zh-Hant-TW',
    publisher: ourselves(origin),
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${origin}${paths.supportSearch()}?q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  };
}

type Article = {
  kind: 'article' | 'news' | 'story';
  title: string;
  excerpt: string;
  author: string;
  publishedOn: string;
  updatedOn?: string | undefined;
  path: string;
  image?: string | undefined;
};

/** Returns https://schema.org/Article, or NewsArticle for news. */
export function articleOf(origin: string, article: Article) {
  return {
    ...context,
    '@type': article.kind === 'news' ? 'NewsArticle' : 'Article',
    headline: article.title,
    description: article.excerpt,
    inLanguage: 'zh-Hant-TW',
    mainEntityOfPage: origin + article.path,
    image: origin + (article.image ?? '/og.png'),
    datePublished: article.publishedOn,
    dateModified: article.updatedOn ?? article.publishedOn,
    author: { '@type': 'Organization', name: article.author },
    publisher: { '@type': 'Organization', ...ourselves(origin), name: brand.name },
  };
}

/** Returns https://schema.org/FAQPage; the answers may contain simple HTML. */
export function questionsOf(questions: readonly { question: string; answer: string }[]) {
  return {
    ...context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
