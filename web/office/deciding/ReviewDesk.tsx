// Page on which a reviewer works: documents, the fields that they must prove, the decision;
// everything can be done with the keyboard.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Task } from '#contract/tasks/calls.ts';
import type { Flag } from '#contract/tasks/flags.ts';
import type { HeldDecision } from '#contract/tasks/held.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { Decision } from './DecisionForm.tsx';
import { FieldReview } from './FieldReview.tsx';
import { useLetter } from '../keyboard.ts';
import { mayDecide, useOperator } from '../operator.ts';
import { Papers, type Paper } from '../kit/Papers.tsx';
import { ReviewDecision } from './ReviewDecision.tsx';
import {
  keepVerdicts,
  verdictsOf,
  type Checkable,
  type CheckGroup,
  type Verdicts,
} from './verdicts.ts';

type Props = {
  task: Task & { isMaker: boolean; flags?: readonly Flag[]; held?: HeldDecision | null };
  papersTitle: string;
  papers: readonly Paper[];
  title: string;
  groups: readonly CheckGroup[];
  /** Element at the end of the title, such as a switch that shows numbers in full. */
  action?: ReactNode;
  /** What the reviewer should know before starting. */
  before?: ReactNode;
  /** Declared data that no document proves, and the results of automatic checks. */
  children?: ReactNode;
};

const keys = [
  ['↑', '↓', '移動'],
  ['Y', '相符'],
  ['Shift', 'Y', '整組相符'],
  ['X', '不符'],
  ['A', '通過'],
  ['R', '要求補件'],
  ['F', '文件全螢幕'],
];

function Keys() {
  return (
    <p className="hidden lg:block text-xs text-ink-3">
      {keys.map((line) => (
        <span className="inline-block me-3.5" key={line[0]}>
          {line.slice(0, -1).map((key) => (
            <kbd
              className="me-0.75 px-1.75 py-px border border-line rounded-[5px] bg-card
                font-[inherit]"
              key={key}
            >
              {key}
            </kbd>
          ))}{' '}
          {line.at(-1)}
        </span>
      ))}
    </p>
  );
}

/**
 * Keyboard shortcuts of a review. A approves; the decision can be undone for some seconds. R moves
 * the focus to the first list of reasons for asking the member to correct the data. If the button
 * for A or R is disabled, the key moves the focus to that button and a message says why.
 */
function useDecisionKeys() {
  const ref = useRef<HTMLDivElement>(null);
  const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
  const sayWhyNot = (button: HTMLElement) => {
    button.focus();
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    if (reason) toast(reason.textContent, { tone: 'info' });
  };
  useLetter('a', () => {
    const button = find('[data-decide="approve"] button');
    if (button?.ariaDisabled === 'true') sayWhyNot(button);
    else button?.click();
  });
  useLetter('r', () => {
    const button = find('[data-decide="supplement"] button');
    if (button?.ariaDisabled === 'true') sayWhyNot(button);
    else find('[data-decide="why"] select')?.focus();
  });
  return ref;
}

/** Shows the papers on the whole screen and back, by a button or the key F. */
function useFullScreen() {
  const ref = useRef<HTMLElement>(null);
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const note = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', note);
    return () => document.removeEventListener('fullscreenchange', note);
  }, []);
  // Phones of some makers show only videos on the whole screen.
  const isPossible = document.fullscreenEnabled;
  const toggle = () => {
    if (!isPossible) return;
    if (document.fullscreenElement) void document.exitFullscreen();
    else void ref.current?.requestFullscreen().catch(() => {});
  };
  useLetter('f', toggle);
  return { ref, toggle, isOn, isPossible };
}

export function ReviewDesk(props: Props) {
  const { task, groups, papers, papersTitle, title, action, before, children } = props;
  const who = useOperator().data?.data;
  const decides = mayDecide(task.kind, who?.roles ?? []);
  const isMine = task.status === 'open' && decides;
  // The server shows documents only to the operator to whom the task is assigned and, after the
  // decision, to those who took part in it.
  const hadHand = who !== undefined && (task.checker === who.name || task.maker === who.name);
  const seesPapers = isMine || (decides && hadHand);
  const [verdicts, setVerdicts] = useState<Verdicts>(() => verdictsOf(task.id));
  const [look, setLook] = useState<{ field: string } | undefined>();
  const ref = useDecisionKeys();
  const screen = useFullScreen();
  const lookAt = ({ paper }: Checkable) => {
    if (paper !== undefined && paper !== look?.field) setLook({ field: paper });
  };
  return (
    <div ref={ref} className="office-case" data-look="papers">
      <section
        ref={screen.ref}
        className="card office-case-papers overflow-y-auto"
        data-tone="card"
      >
        <CardHead title={papersTitle}>
          {screen.isPossible && seesPapers && (
            <Button size="sm" look="quiet" onClick={screen.toggle}>
              {screen.isOn ? '離開全螢幕' : '全螢幕'}
            </Button>
          )}
        </CardHead>
        {seesPapers ? (
          <Papers papers={papers} task={task.id} look={look} />
        ) : (
          <p className="text-ink-3">
            {papers.length} 份文件，僅供{task.status === 'open' ? '承辦' : '決定'}
            這件工作的人員查看。
          </p>
        )}
      </section>
      <Card as="section" className="office-declared text-sm">
        <CardHead title={title}>{action}</CardHead>
        {before}
        {isMine && <Keys />}
        <FieldReview
          groups={groups}
          verdicts={verdicts}
          onLook={lookAt}
          onVerdict={
            isMine
              ? (field, isRight) =>
                  setVerdicts((given) => keepVerdicts(task.id, { ...given, [field]: isRight }))
              : undefined
          }
        />
        {children}
      </Card>
      <Decision task={task}>
        <ReviewDecision
          task={task}
          groups={groups}
          verdicts={verdicts}
          reports={task.kind === 'identity_review'}
        />
      </Decision>
    </div>
  );
}
