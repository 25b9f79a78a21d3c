// Keeps the demonstration's pages out of a production site: there they are not found.
import type { LoaderFunctionArgs } from 'react-router';
import { given } from '../page-context.ts';

/** The loader of each of them. */
export function demonstrationOnly({ context }: LoaderFunctionArgs): { officeUrl: string | null } {
  const { demonstration, officeUrl } = context.get(given).settings;
  if (!demonstration) throw new Response('This page could not be found', { status: 404 });
  return { officeUrl };
}
