// Messages of a page: alerts, banners, empty, error and loading states.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { DryRiver, Stones } from '../drawings/drawings.tsx';

export type AlertTone = 'info' | 'ok' | 'warn' | 'danger';
const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert };

/**
 * A permanent notice. With `live`, screen readers read it out when it appears after an action of
 * the user.
 */
export function Alert({
  tone = 'info',
  title,
  children,
  live,
  shape,
}: {
  tone?: AlertTone;
  title?: ReactNode;
  children?: ReactNode;
  live?: boolean;
  shape?: 'banner';
}) {
  const Icon = icons[tone];
  return (
    <div
      className="alert"
      data-tone={tone}
      data-shape={shape}
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon size={20} aria-hidden="true" />
      <div className="body min-w-0">
        {title && <p className="title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}

/** Shown in a browser without JavaScript, in place of what would not work there. */
export function NeedsScripts({ what = '這一頁的表單' }: { what?: string }) {
  return (
    <noscript>
      <Alert tone="warn" title={`${what}需要 JavaScript`}>
        您的瀏覽器目前停用了 JavaScript。請在瀏覽器的設定中開啟，再重新整理這一頁。
      </Alert>
    </noscript>
  );
}

/** Shown if there is no data: what is missing, why, and the next step. */
export function EmptyState({
  title,
  children,
  actions,
  drawing = <Stones />,
  level: Heading = 'h2',
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  drawing?: ReactNode;
  /** `h1` if there is nothing else on the page. */
  level?: 'h1' | 'h2';
}) {
  return (
    <div className="empty">
      {drawing}
      <Heading className="text-h3">{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

/** Shown after a failure: what failed, that no data is lost, and how to try again. */
export function ErrorState({
  title = '暫時無法載入',
  children = '請稍後再試，您的資料不受影響。',
  onRetry,
  requestId,
  compact,
}: {
  title?: ReactNode;
  children?: ReactNode;
  onRetry?: () => void;
  requestId?: string | undefined;
  /** Uses one line inside a card instead of a drawing. */
  compact?: boolean;
}) {
  const code = requestId && <p className="text-xs text-ink-3">代碼 {requestId}</p>;
  if (compact) {
    return (
      <div className="flex flex-wrap items-center gap-3 py-3" role="alert">
        <CircleAlert size={20} aria-hidden="true" className="text-danger" />
        <span>{title}</span>
        {onRetry && (
          <Button size="sm" onClick={onRetry}>
            重試
          </Button>
        )}
        {code}
      </div>
    );
  }
  return (
    <div className="empty" role="alert">
      <DryRiver />
      <h2 className="text-h3">{title}</h2>
      <p>{children}</p>
      {code}
      {onRetry && (
        <div className="actions">
          <Button onClick={onRetry}>重試</Button>
        </div>
      )}
    </div>
  );
}

/** Grey placeholder of the final size. Wrap a group in Loading, which announces 「載入中」 once. */
export function Skeleton({
  shape = 'line',
  className = '',
}: {
  shape?: 'line' | 'block';
  className?: string;
}) {
  return <span className={`skeleton ${className}`} data-shape={shape} aria-hidden="true" />;
}

/**
 * A group of skeletons with one announcement for screen readers. A browser without JavaScript never
 * replaces them, and says so.
 */
export function Loading({ children, label = '載入中' }: { children: ReactNode; label?: string }) {
  return (
    <div role="status" aria-busy="true">
      <NeedsScripts what="這一頁" />
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}

/** Placeholder for lines of text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-2/3'] as const;
  return (
    <Loading>
      {Array.from({ length: lines }, (_, i) => (
        <Skeleton key={i} className={widths[i % widths.length]!} />
      ))}
    </Loading>
  );
}
