// Part of the portfolio that is one line on a narrow window until it is opened.
import type { ReactNode } from 'react';
import { Accordion } from '../ui/display/Card.tsx';
import { TABLE_FROM, useWide } from '../ui/use-wide.ts';

export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return useWide(TABLE_FROM) ? children : <Accordion title={title}>{children}</Accordion>;
}
