// Frame of office pages that share tabs: the tabs above one title.
import type { ReactNode } from 'react';
import { TabLinks } from '../../ui/display/TabLinks.tsx';
import { PageHead } from './PageHead.tsx';

export type DeskPage = {
  title: string;
  /** Actions that concern the whole page. */
  acts?: ReactNode;
  children: ReactNode;
};

/** `label` names the tabs for screen readers; `tabs` are the links of its pages. */
export function Desk({
  label,
  tabs,
  title,
  acts,
  children,
}: DeskPage & { label: string; tabs: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <TabLinks label={label}>{tabs}</TabLinks>
      <PageHead title={title} acts={acts} />
      {children}
    </div>
  );
}
