// Results of automatic checks, which tell reviewers what to look at.
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { Check } from '#contract/tasks/kind.ts';

export function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="grid gap-2">
      {checks.map(({ code, text, ok }) => (
        <li key={code} className="flex items-center gap-2">
          {ok ? (
            <CircleCheck size={20} className="text-ok" aria-label="符合" role="img" />
          ) : (
            <CircleAlert size={20} className="text-danger" aria-label="需確認" role="img" />
          )}
          <span className={ok ? undefined : 'font-bold text-danger'}>{text}</span>
        </li>
      ))}
    </ul>
  );
}
