// Every page of the member site: its address and the file that shows it.
import { index, layout, type RouteConfig } from '@react-router/dev/routes';

export default [layout('site/Layout.tsx', [index('site/HomePage.tsx')])] satisfies RouteConfig;
