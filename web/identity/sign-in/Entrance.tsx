// Layout of login and registration: a drawing and three promises beside the form's card.
import type { ReactNode } from 'react';
import { brand } from '../../site/kit/brand.ts';
import { deferred } from '../../first-paint/deferred.tsx';
import { Card } from '../../ui/display/Card.tsx';
import '../identity.css';

/** This part is purely visual, so its code may load last. */
const Promises = deferred('entrance-side', () => import('../register/Promises.tsx'));

export function Entrance({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="container page">
      <div className="entrance">
        <aside id="entrance-side" className="entrance-side" aria-label={`為什麼選擇${brand.name}`}>
          <Promises />
        </aside>
        <Card as="section" className="entrance-card min-w-0">
          <h1 className={`text-h2 ${lead ? 'mb-2' : 'mb-6'}`}>{title}</h1>
          {lead && <p className="mb-6 text-ink-3">{lead}</p>}
          {children}
        </Card>
      </div>
    </div>
  );
}

/** Placeholder in the card while it is unknown whether somebody is already signed in. */
export function EntranceNote({ children }: { children: ReactNode }) {
  return <p className="entrance-note">{children}</p>;
}
