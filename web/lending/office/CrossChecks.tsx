// What the program has compared for a reviewer, with its sources and links to what it compared.
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { CrossCheck } from '#contract/lending/review/cross-checks.ts';
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';
import { Card, CardHead } from '../../ui/display/Card.tsx';

function Row({ check: { ok, text, source, members = [] } }: { check: CrossCheck }) {
  const Sign = ok ? CircleCheck : CircleAlert;
  return (
    <li className="flex items-start gap-2">
      <Sign
        size={20}
        className={ok ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-warn'}
        aria-label={ok ? '相符' : '請留意'}
        role="img"
      />
      <div>
        <p className={ok ? undefined : 'font-bold'}>{text}</p>
        <p className="text-sm text-ink-3">{source}</p>
        {members.length > 0 && (
          <p className="flex flex-wrap gap-x-3 text-sm">
            {members.map((id) => (
              <Link key={id} className="link" to={paths.member(id)}>
                會員 {id}
              </Link>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

/** The facts to look at come first. */
export function CrossChecks({ crossChecks = [] }: { crossChecks?: CrossCheck[] | undefined }) {
  if (crossChecks.length === 0) return null;
  const sorted = crossChecks.toSorted((a, b) => Number(a.ok) - Number(b.ok));
  const open = sorted.filter(({ ok }) => !ok).length;
  return (
    <Card as="section">
      <CardHead title="交叉比對">
        <span className="text-sm text-ink-3">
          {open === 0 ? '全部相符' : `${open} 項請留意；結果僅供參考，不會自動婉拒`}
        </span>
      </CardHead>
      <ul className="grid gap-3">
        {sorted.map((check) => (
          <Row key={check.code} check={check} />
        ))}
      </ul>
    </Card>
  );
}
