// Wraps every page within the layout; if a page fails, header and footer stay.
import { Outlet } from 'react-router';
import { ErrorWords } from './ErrorPage.tsx';

export default function Page() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  // Code missing since a deployment is handled at the root, which decides whether to reload.
  if (error instanceof Error && error.name === 'StalePage') throw error;
  return <ErrorWords error={error} />;
}
