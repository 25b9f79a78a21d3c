// The link by which somebody applies for a plan: a visitor registers first, and the plan is kept.
import type { ReactNode } from 'react';
import { useSession } from '../../session.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import type { ButtonSize } from '../../ui/Button.tsx';

export function ApplyLink({
  slug,
  children = '立即申貸',
  isShort = false,
  label,
  onLeave,
  ...look
}: {
  slug: string;
  children?: ReactNode;
  /** Leaves out the link to the login, where there is no room for it. */
  isShort?: boolean;
  /** Name of the link where several stand on one page. */
  label?: string;
  /** Called before either link is followed. */
  onLeave?: () => void;
  size?: ButtonSize;
  wide?: boolean;
}) {
  const { user } = useSession();
  const redirectTo = paths.apply(slug);
  // Until the page is hydrated this is a visitor's link; registration sends members on to the plan.
  return (
    <>
      <GoButton
        to={user ? redirectTo : paths.register({ redirectTo })}
        look="primary"
        aria-label={label}
        onClick={onLeave}
        {...look}
      >
        {children}
      </GoButton>
      {!user && !isShort && (
        <p className="text-sm text-ink-3 in-data-[session=in]:hidden">
          已有帳號？
          <Go to={paths.login({ redirectTo })} onClick={onLeave}>
            登入
          </Go>
        </p>
      )}
    </>
  );
}
