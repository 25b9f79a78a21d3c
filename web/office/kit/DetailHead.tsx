// The head of a page about one thing: the way back, what it is, its state, and what can be done.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageTitle } from './PageTitle.tsx';

/** The list a thing stands in. */
export type Back = { to: string; text: string };

export function DetailHead({
  title,
  tab,
  back,
  children,
  acts,
}: {
  title: string;
  /** In the browser's tab; the title, where that says it. */
  tab?: string;
  back?: Back;
  /** State and facts, in one line below. */
  children?: ReactNode;
  acts?: ReactNode;
}) {
  return (
    <header className="office-task-head">
      <PageTitle>{tab ?? title}</PageTitle>
      {back && (
        <Link className="office-back" to={back.to}>
          <ArrowLeft size={18} aria-hidden="true" />
          {back.text}
        </Link>
      )}
      <h1 className="text-h2">{title}</h1>
      {children && <p className="office-task-meta">{children}</p>}
      {acts}
    </header>
  );
}
