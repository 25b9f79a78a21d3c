// Every page of the member site: its address and the file that shows it.
import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Rendered on the server, for everyone. */
const open: RouteConfig = [
  index('site/HomePage.tsx'),
  route('dev/style', 'site/StylePage.tsx'),
  route('*', 'site/NotFoundPage.tsx'),
];

export default [
  layout('site/Layout.tsx', [layout('site/Page.tsx', [...open])]),
] satisfies RouteConfig;
