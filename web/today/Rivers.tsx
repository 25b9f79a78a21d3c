// The state of the member's money as a river: what was lent and comes back, or borrowed and repaid.
import type { River } from '#contract/today/calls.ts';
import { riverWords } from '#contract/today/coming.ts';
import { Money } from '../ui/display/Amount.tsx';
import { Confluence } from '../ui/drawings/Confluence.tsx';

function OneRiver({ of }: { of: River }) {
  const { side, total, back, threads } = of;
  const words = riverWords[side];
  const parts = (['total', 'back', 'left', 'late', 'lost'] as const).filter(
    (part) => of[part] > 0 || part === 'total' || part === 'back',
  );
  return (
    <section className="grid gap-2" aria-label={words.title}>
      <h2 className="text-h3">{words.title}</h2>
      {threads.length > 0 && (
        <Confluence amounts={threads} ratio={back / total} mirror={side === 'borrow'} height={96} />
      )}
      <dl className="flex flex-wrap gap-x-3 gap-y-2 *:flex-[1_0_5.5rem]">
        {parts.map((part) => (
          <div key={part} className="border-t-2 border-tint-line pt-1.5">
            <dt className="text-sm text-ink-3">{words[part]}</dt>
            <dd className="font-bold">
              <Money amount={of[part]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const Rivers = ({ of }: { of: readonly River[] }) =>
  of.map((river, i) => <OneRiver key={`${river.side}-${i}`} of={river} />);
