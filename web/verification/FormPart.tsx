// A titled section of a long form.
import type { ReactNode } from 'react';

/** A titled section of a long form. */
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
    <section className="grid gap-6 p-5 border border-line rounded-card bg-card md:p-8">
      <div className="grid gap-1 pb-4 border-b border-line">
        <h2 className="text-h3">{title}</h2>
        {about && <p className="text-sm text-ink-3">{about}</p>}
      </div>
      <div className="grid gap-6">{children}</div>
    </section>
  );
}
