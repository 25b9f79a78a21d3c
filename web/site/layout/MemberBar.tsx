// Bar at the lower edge of a phone: a member's four main pages. Loaded only for members.
import { Bell, CircleUser, House, type LucideIcon, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ShellLink } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';
import { isBusyPage } from '../kit/busy-pages.ts';
import Unread from './Unread.tsx';
import '../../ui/overlay/bottom-bar.css';

type Place = { to: string; text: string; Icon: LucideIcon; isHere: boolean };

function placesAt(pathname: string): Place[] {
  const isUnder = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const isNotices = isUnder(paths.myNotices());
  return [
    { to: paths.home(), text: '首頁', Icon: House, isHere: pathname === '/' },
    {
      to: paths.investment(),
      text: '案件',
      Icon: ScrollText,
      isHere: isUnder(paths.investment()),
    },
    {
      to: paths.profile(),
      text: '我的',
      Icon: CircleUser,
      isHere: isUnder(paths.account()) && !isNotices,
    },
    { to: paths.myNotices(), text: '通知', Icon: Bell, isHere: isNotices },
  ];
}

export default function MemberBar() {
  const pathname = useLocation().pathname.toLowerCase();
  const [unread, setUnread] = useState(0);
  if (isBusyPage(pathname)) return null;
  return (
    <nav className="bottom-bar no-print" aria-label="會員主選單">
      <ul>
        {placesAt(pathname).map(({ to, text, Icon, isHere }) => {
          const counted = to === paths.myNotices() && unread > 0;
          return (
            <li key={to}>
              <ShellLink
                to={to}
                className=""
                aria-current={isHere ? 'true' : undefined}
                aria-label={counted ? `${text}（${unread} 則未讀）` : undefined}
              >
                <Icon size={22} aria-hidden="true" />
                {text}
                {counted && (
                  <span
                    className="badge"
                    aria-hidden="true"
                    data-count={unread > 99 ? '99+' : unread}
                  />
                )}
              </ShellLink>
            </li>
          );
        })}
      </ul>
      <Unread onCount={setUnread} />
    </nav>
  );
}
