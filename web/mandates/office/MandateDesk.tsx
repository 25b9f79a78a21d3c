// Frame of the money pages of debits: links to debits, mandates and files below one title.
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import * as paths from '../../office/paths.ts';
import { MoneyDesk } from '../../office/kit/MoneyDesk.tsx';
import { TabLinks } from '../../ui/display/TabLinks.tsx';

type Page = { title: string; acts?: ReactNode; children: ReactNode };

export function MandateDesk({ title, acts, children }: Page) {
  return (
    <MoneyDesk title={title} acts={acts}>
      <TabLinks label="授權扣款">
        <NavLink to={paths.money('debits')} end>
          扣款
        </NavLink>
        <NavLink to={paths.mandates()}>授權</NavLink>
        <NavLink to={paths.collectionFiles()}>扣款檔與回覆</NavLink>
      </TabLinks>
      {children}
    </MoneyDesk>
  );
}
