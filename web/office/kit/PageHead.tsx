// The head of a page of the office: its title, in the tab too, and what can be done with all of it.
import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

export function PageHead({ title, acts }: { title: string; acts?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      {acts}
    </div>
  );
}
