// Route layout of pages for members whose e-mail is confirmed.
import { Outlet, useLocation } from 'react-router';
import { AmountsHidden } from '../ui/amounts-hidden.ts';
import { Guarded } from './Guarded.tsx';
import { useHidden } from './kit/hidden-amounts.ts';
import { myInvest } from './kit/paths.ts';

/**
 * Hides the amounts of investments on request, but never amounts that the member has to pay or to
 * sign for.
 */
function Pages() {
  const { pathname } = useLocation();
  const hidden = useHidden();
  return (
    <AmountsHidden value={hidden && pathname.startsWith(myInvest())}>
      <Outlet />
    </AmountsHidden>
  );
}

export default function Member() {
  return (
    <Guarded need="member">
      <Pages />
    </Guarded>
  );
}
