// Link of the office: only its text to operators whose roles may not see the page.
import type { ComponentProps } from 'react';
import { createPath, Link as RouterLink, useResolvedPath } from 'react-router';
import { refusedAt } from '../navigation.ts';
import { useOperator } from '../operator.ts';

/** `className` may say that the text is a link, which it then is not. */
const plain = (className = '') =>
  className
    .split(/\s+/)
    .filter((name) => name !== 'link' && !name.startsWith('office-row-link'))
    .join(' ');

/**
 * Takes the place of the router's link on every page of the office. Which pages a role sees is
 * written in `navigation.ts`.
 */
export function Link({ to, children, ...props }: ComponentProps<typeof RouterLink>) {
  const roles = useOperator().data?.data.roles ?? [];
  const { pathname } = useResolvedPath(to);
  if (refusedAt(pathname, roles) !== null) {
    return <span className={plain(props.className)}>{children}</span>;
  }
  return (
    <RouterLink to={typeof to === 'string' ? to : createPath(to)} {...props}>
      {children}
    </RouterLink>
  );
}
