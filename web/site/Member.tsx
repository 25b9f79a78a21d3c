// Route layout of pages for members whose e-mail is confirmed.
import { Outlet, useLocation } from 'react-router';
import { AmountsHidden } from '../ui/amounts-hidden.ts';
import { Guarded } from './Guarded.tsx';
import { useHidden } from './kit/hidden-amounts.ts';
import { myInvest } from './kit/paths.ts';

/** What a member has at stake may be hidden; what he is to pay or to sign never is. */
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
