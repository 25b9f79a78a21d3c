// Header of a detail page: the way back, the title, the state, and the possible actions.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../links/Link.tsx';
import { PageTitle } from './PageTitle.tsx';

/** The list that contains the object. */
export type Back = { to: string; text: string };

export function DetailHead({
  title,
  tab,
  back,
  children,
  acts,
}: {
  title: string;
  /** Title of the browser tab, if it differs from the page's title. */
  tab?: string;
  back?: Back;
  /** State and facts, in one line below the title. */
  children?: ReactNode;
  acts?: ReactNode;
}) {
  return (
    <header className="grid gap-1.5 mb-6">
      <PageTitle>{tab ?? title}</PageTitle>
      {back && (
        <Link
          className="inline-flex items-center justify-self-start gap-1.5 min-h-8 text-primary
            font-bold text-sm"
          to={back.to}
        >
          <ArrowLeft size={18} aria-hidden="true" />
          {back.text}
        </Link>
      )}
      <h1 className="text-h2">{title}</h1>
      {children && (
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-3 text-sm">{children}</p>
      )}
      {acts}
    </header>
  );
}
