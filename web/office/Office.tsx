// The back office: its frame, and which address shows which page.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router';
import { ApiFailure } from '../api.ts';
import { CollectionsPage } from '../servicing/office/CollectionsPage.tsx';
import { HolidaysPage } from '../servicing/office/HolidaysPage.tsx';
import { LateLoanPage } from '../servicing/office/LateLoanPage.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { MemberPage } from '../verification/office/MemberPage.tsx';
import { MembersPage } from '../verification/office/MembersPage.tsx';
import { BooksPage } from './BooksPage.tsx';
import { InboxPage } from './InboxPage.tsx';
import { LoginPage } from './LoginPage.tsx';
import { NotFoundPage, OfficeError } from './OfficeError.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import * as paths from './paths.ts';
import { Shell } from './Shell.tsx';
import { TaskPage } from './TaskPage.tsx';

const FRESH_MS = 10_000;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) =>
        !(error instanceof ApiFailure && error.status >= 400 && error.status < 500) && count < 2,
    },
  },
});

/** Pages inside the frame, for signed-in operators. */
const pages: RouteObject[] = [
  { index: true, element: <OverviewPage /> },
  { path: paths.inbox(), element: <InboxPage /> },
  { path: '/tasks/:id', element: <TaskPage /> },
  { path: paths.members(), element: <MembersPage /> },
  { path: '/members/:id', element: <MemberPage /> },
  { path: paths.collections(), element: <CollectionsPage /> },
  { path: '/collections/:id', element: <LateLoanPage /> },
  { path: paths.holidays(), element: <HolidaysPage /> },
  { path: paths.books(), element: <BooksPage /> },
  { path: '*', element: <NotFoundPage /> },
];

/** Pages without the frame. */
const entrances: RouteObject[] = [{ path: paths.login(), element: <LoginPage /> }];

const router = createBrowserRouter([
  ...entrances,
  { element: <Shell />, errorElement: <OfficeError />, children: pages },
]);

export function Office() {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}
