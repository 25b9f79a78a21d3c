// Page shown when an office page fails or does not exist.
import type { ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { Button, buttonShape } from '../ui/Button.tsx';
import { DryRiver } from '../ui/drawings/drawings.tsx';
import * as paths from './paths.ts';

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <title>{`${title}｜百溪後台`}</title>
      <DryRiver />
      <h1 className="text-h3">{title}</h1>
      {children}
      <div className="actions">
        <a href={paths.overview()} {...buttonShape({ look: 'primary' })}>
          回總覽
        </a>
        <Button onClick={() => window.location.reload()}>重新整理</Button>
      </div>
    </div>
  );
}

export function OfficeError() {
  const error = useRouteError();
  const text = error instanceof Error ? error.message : 'Error';
  return (
    <Words title="這個頁面暫時無法顯示">
      <p lang="en">{text}</p>
    </Words>
  );
}

export function NotFoundPage() {
  return (
    <Words title="找不到這個頁面">
      <p>網址可能有誤，或頁面已經移除。</p>
    </Words>
  );
}
