// Links of the member site: prefetch the page when the user is likely to click, load a whole
// document where necessary, and can be disabled.
import type { ComponentProps, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { memberStatus, useSession } from '../../session.ts';
import { buttonShape, type ButtonLook, type ButtonSize } from '../../ui/Button.tsx';
import { loadsDocument, verifyStatus } from './paths.ts';

type Connection = { saveData?: boolean; effectiveType?: string };

/** Returns how to prefetch a link's page: nothing is prefetched on slow or metered connections. */
export function prefetchOf(connection: Connection | undefined): 'none' | 'intent' {
  const slow = connection?.saveData || connection?.effectiveType?.includes('2g');
  return slow ? 'none' : 'intent';
}

function prefetchHere(): 'none' | 'intent' {
  if (typeof navigator === 'undefined') return 'intent';
  return prefetchOf((navigator as Navigator & { connection?: Connection }).connection);
}

type GoProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

/**
 * A link inside the site. Login and register load a whole document, as the specification requires.
 */
export function Go({ to, className = 'link', ...rest }: GoProps) {
  const whole = loadsDocument(to);
  return (
    <Link
      to={to}
      className={className}
      prefetch={whole ? 'none' : prefetchHere()}
      reloadDocument={whole}
      {...rest}
    />
  );
}

/** A link that looks like a button. */
export function GoButton({
  look,
  size,
  wide,
  icon,
  children,
  ...rest
}: GoProps & { look?: ButtonLook; size?: ButtonSize; wide?: boolean; icon?: ReactNode }) {
  return (
    <Go {...buttonShape({ look, size, wide })} {...rest}>
      {icon}
      {children}
    </Go>
  );
}

/**
 * Returns true while the e-mail is not confirmed, because links in header and footer are disabled
 * then.
 */
export function useBlocked(): boolean {
  const { pathname } = useLocation();
  const { user, verificationStatus } = useSession();
  return (
    pathname.toLowerCase().replace(/\/$/, '') === verifyStatus().toLowerCase() &&
    user !== null &&
    verificationStatus === memberStatus.emailNotVerified
  );
}

/** A link of the header or footer, which is disabled while the e-mail is not confirmed. */
export function ShellLink({ to, children, className, ...rest }: GoProps) {
  const blocked = useBlocked();
  if (!blocked) {
    return (
      <Go to={to} className={className} {...rest}>
        {children}
      </Go>
    );
  }
  return (
    <span
      className={className}
      role="link"
      tabIndex={0}
      aria-disabled="true"
      title="請先完成電子郵件驗證"
    >
      {children}
    </span>
  );
}
