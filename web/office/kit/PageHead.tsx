// Header of an office page: its title, also in the tab, and actions on the whole page.
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
