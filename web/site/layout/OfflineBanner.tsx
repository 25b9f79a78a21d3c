// Offline banner on every page, and the message in place of a page that could not be loaded.
import { WifiOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useIsOnline } from '../../connection.ts';
import { Button } from '../../ui/Button.tsx';
import { DryRiver } from '../../ui/drawings/drawings.tsx';
import './offline.css';

export default function OfflineBanner(): ReactNode {
  const isOnline = useIsOnline();
  return (
    <div role="status" className="no-print">
      {!isOnline && (
        <p className="offline-banner flex items-center justify-center gap-2 px-4 py-2 text-sm">
          <WifiOff size={18} aria-hidden="true" />
          目前沒有網路連線，恢復後會自動更新
        </p>
      )}
    </div>
  );
}

/** Shown if the page's code could not be loaded; reloads as soon as the connection is back. */
export function NoConnectionWords() {
  useEffect(() => {
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <div className="error-page" role="alert">
      <DryRiver />
      <h1>目前沒有網路連線</h1>
      <p className="text-ink-3">這一頁還沒有載入。連線恢復後會自動開啟，您也可以再試一次。</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        再試一次
      </Button>
    </div>
  );
}
