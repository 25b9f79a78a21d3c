// Between the layout and every page: a page that fails leaves header and footer standing.
import { Outlet } from 'react-router';
import { ErrorWords } from './ErrorPage.tsx';

export default function Page() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  // Code that is gone since a deploy is the root's matter: it knows whether to reload.
  if (error instanceof Error && error.name === 'StalePage') throw error;
  return <ErrorWords error={error} />;
}
