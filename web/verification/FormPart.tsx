// A titled part of a long form.
import type { ReactNode } from 'react';
import './verification.css';

/** A titled part of a long form. */
export function FormPart({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="form-part">
      <div className="form-part-head">
        <h2 className="text-h3">{title}</h2>
        {about && <p className="text-sm text-ink-3">{about}</p>}
      </div>
      <div className="grid gap-6">{children}</div>
    </section>
  );
}
