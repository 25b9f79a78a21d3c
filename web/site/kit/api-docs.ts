// Whether pages may link to the guide and reference of the API at /docs/.
import { useRouteLoaderData } from 'react-router';
import type { SiteContext } from './head.ts';

/** Returns whether the site has the guide; a setting switches it off. */
export const useApiDocs = (): boolean => useRouteLoaderData<SiteContext>('root')?.apiDocs ?? false;
