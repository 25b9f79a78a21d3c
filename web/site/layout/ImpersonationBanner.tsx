// Banner on every page during an impersonation, with the member's name and the time of its end.
import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Look } from '#contract/identity/impersonation.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { endImpersonation } from '../kit/api.ts';
import './impersonation-banner.css';

export default function LookBanner({ look }: { look: Look }) {
  const [ending, setEnding] = useState(false);
  const { endsAt, member, operator } = look;
  useEffect(() => {
    // The banner uses real time, as the server does; if this device's clock is wrong, the server
    // still ends the impersonation.
    const left = new Date(endsAt).getTime() - Date.now();
    const timer = setTimeout(() => void endImpersonation(), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [endsAt]);
  return (
    <aside className="look-banner" aria-label="客服代看">
      <Eye size={20} aria-hidden="true" />
      <p>
        <strong>客服代看：{member}，僅供檢視</strong>
        <span className="look-banner-more">
          {operator}，至 <DateText at={endsAt} />
        </span>
      </p>
      <Button
        size="sm"
        busy={ending}
        busyLabel="結束中……"
        onClick={() => {
          setEnding(true);
          void endImpersonation();
        }}
      >
        結束代看
      </Button>
    </aside>
  );
}
