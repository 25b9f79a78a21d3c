// The head of an editing page: the way back, what it is, and its state.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageTitle } from '../../office/PageTitle.tsx';

export function PageHead({
  back,
  title,
  children,
}: {
  back: { to: string; text: string };
  title: string;
  /** State and facts, in one line below. */
  children?: ReactNode;
}) {
  return (
    <header className="office-task-head">
      <PageTitle>{title}</PageTitle>
      <Link className="office-back" to={back.to}>
        <ArrowLeft size={18} aria-hidden="true" />
        {back.text}
      </Link>
      <h1 className="text-h2">{title}</h1>
      {children && <p className="office-task-meta">{children}</p>}
    </header>
  );
}
