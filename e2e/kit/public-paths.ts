// Addresses of public pages, for tests and measurements that open each kind of page once.
export const publicPaths = [
  '/',
  '/about',
  '/loan/alllist',
  '/loan/engineer',
  '/loan/quote',
  '/investment',
  '/knowledge',
  '/knowledge/article/45',
  '/support',
  '/support/policy',
  '/statistics',
  '/verify',
  '/sitemap',
];
