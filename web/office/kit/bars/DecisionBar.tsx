// Bar at the bottom of every open task: what is decided, how many warnings have no answer, the
// choice, its reason and its button. On phones it is a sheet that shows only its first line.
import { ListChecks } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { Fact } from '../../../ui/display/Card.tsx';
import { useBottomBar } from './bottom-bars.ts';

/** What a decision is about, in one line: key figures, or the subject where there are none. */
export type Summary = { title?: string; facts: readonly Fact[]; note?: ReactNode };

function SummaryLine({ title, facts, note }: Summary) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 grow ${facts.length > 1 ? 'max-md:basis-full' : ''}`}
    >
      <strong id={id} className="me-5 wrap-anywhere">
        {title}
      </strong>
      {facts.length > 0 && (
        <dl className="inline">
          {facts.map(({ name, value }, at) => (
            <div key={at} className="me-5 inline-block">
              <dt className="me-1.5 inline text-sm text-ink-3">{name}</dt>
              <dd className="inline font-bold tabular-nums wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {note && <div>{note}</div>}
    </section>
  );
}

/** The switch of the sheet, which a key that chooses a decision opens too. */
export type Sheet = { isOpen: boolean; onOpen: (isOpen: boolean) => void };

export function useSheet(): Sheet {
  const [isOpen, onOpen] = useState(false);
  return { isOpen, onOpen };
}

/** Shows the first warning without an answer and moves the focus to its usual answers. */
function toFirstUnanswered(): void {
  const flag = document.querySelector<HTMLElement>('[data-flag-open]');
  flag?.scrollIntoView({ block: 'nearest' });
  const answer = flag?.querySelector<HTMLElement>('button, input');
  (answer ?? flag?.querySelector<HTMLElement>('a'))?.focus();
}

type Props = {
  /** Name of the subject, if the summary has no title of its own. */
  subject: string;
  summary: Summary | undefined;
  /** Number of warnings without an answer, and whether one of them allows no approval. */
  flags?: { left: number; isBarred: boolean };
  sheet?: Sheet;
  /** Choice and reason, or why nothing can be decided. */
  children?: ReactNode;
  /** The button; without it the bar only says why there is none. */
  act?: ReactNode;
  /** Whether the act is two buttons, of which one can be pressed; they stand beside the summary. */
  isPair?: boolean;
};

/** The summary, the way to the warnings that have no answer, and the switch of the sheet. */
function FirstLine({
  subject,
  summary,
  flags,
  sheet,
  body,
}: Pick<Props, 'subject' | 'summary' | 'flags' | 'sheet'> & {
  /** Id of what the switch shows. */
  body: string;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 md:flex-nowrap md:items-start">
      <SummaryLine title={subject} facts={[]} {...summary} />
      {flags && flags.left > 0 && (
        <Button
          className="shrink-0"
          size="sm"
          icon={<ListChecks size={18} aria-hidden="true" />}
          onClick={toFirstUnanswered}
        >
          {flags.isBarred ? '看不能通過的事項' : `${flags.left} 項未回答`}
        </Button>
      )}
      {sheet && (
        <Button
          className="ms-auto shrink-0 md:hidden"
          look={sheet.isOpen ? 'secondary' : 'primary'}
          aria-expanded={sheet.isOpen}
          aria-controls={body}
          onClick={() => sheet.onOpen(!sheet.isOpen)}
        >
          {sheet.isOpen ? '收合' : '決定'}
        </Button>
      )}
    </div>
  );
}

/** Columns of the bar, of which the act is the last one. */
const besideAct = 'md:grid-cols-[minmax(0,1fr)_11rem] xl:grid-cols-[minmax(0,1fr)_16rem]';
const besidePair = 'md:grid-cols-[minmax(0,1fr)_minmax(20rem,30rem)] md:items-start';

export function DecisionBar({
  subject,
  summary,
  flags,
  sheet,
  children,
  act,
  isPair = false,
}: Props) {
  const ref = useBottomBar('decision');
  const body = useId();
  const isOpen = sheet === undefined || sheet.isOpen;
  return (
    <section
      ref={ref}
      aria-labelledby="decision-title"
      className="no-print fixed inset-x-0 bottom-0 z-30 max-h-[75dvh] overflow-y-auto border-t
        border-tint-line bg-card px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom,0px))]
        shadow-3 md:px-6 lg:left-58 lg:[.office:has(>[data-folded])_&]:left-17 xl:px-10"
    >
      <div
        className={`mx-auto grid max-w-[84rem] gap-x-6 gap-y-2.5
          ${isPair ? besidePair : ''}`}
      >
        <h2 id="decision-title" className="visually-hidden">
          決定
        </h2>
        <FirstLine {...{ subject, summary, flags, sheet, body }} />
        <div
          id={body}
          className={`${isOpen ? 'grid' : 'hidden md:grid'} gap-x-6 gap-y-3 md:items-start
            ${act && !isPair ? besideAct : ''}`}
        >
          {children && (
            <div
              className="grid content-start gap-x-6 gap-y-2.5
                md:grid-cols-[fit-content(24rem)_minmax(12rem,1fr)]
              [&_.field-messages:empty]:hidden [&_textarea]:h-13 [&_textarea]:min-h-13"
            >
              {children}
            </div>
          )}
          {act && <div className={isPair ? 'grid grid-cols-2 gap-3' : 'grid'}>{act}</div>}
        </div>
      </div>
    </section>
  );
}
