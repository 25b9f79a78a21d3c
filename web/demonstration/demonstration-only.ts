// Makes the demonstration pages answer 404 on a production site.
import type { LoaderFunctionArgs } from 'react-router';
import { renderContext } from '../page-context.ts';

/** Loader that all demonstration pages use. */
export function demonstrationOnly({ context }: LoaderFunctionArgs): { officeUrl: string | null } {
  const { demonstration, officeUrl } = context.get(renderContext).settings;
  if (!demonstration) throw new Response('This page could not be found', { status: 404 });
  return { officeUrl };
}
