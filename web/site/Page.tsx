// Wraps every page within the layout; if a page fails, header and footer stay.
import { Outlet } from 'react-router';
import { ErrorWords } from './ErrorPage.tsx';

export default function Page() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  // If code is missing because of a deployment, the root handles the error and decides whether to
  // reload.
  if (error instanceof Error && error.name === 'StalePage') throw error;
  return <ErrorWords error={error} />;
}
