// Warnings of a task, each with its answer, or with what answers it.
import { useState } from 'react';
import { FLAG_ANSWER_MAX, flagWords, isBar } from '#contract/tasks/flag-words.ts';
import type { Flag } from '#contract/tasks/flags.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, Tag } from '../../ui/display/Card.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { useKeptValues, useTyped } from '../editing/typed.ts';
import { MemberLink } from '../kit/PayeeLine.tsx';

/** Answers by the key of their flag, as they are typed. */
type Typed = Readonly<Record<string, string>>;

/** The flags of a task in the form, and what the decision sends of them. */
type Answering = {
  flags: readonly Flag[];
  typed: Typed;
  onAnswer: (key: string, text: string) => void;
  /** Number of flags without an answer. */
  left: number;
  /** Whether a flag allows no approval at all. */
  isBarred: boolean;
  given: { answers?: { flag: string; answer: string }[] };
};

/** Answers by task, stored as long as the page is open, because an operator may undo a decision. */
const storedAnswers = new Map<string, Typed>();

export function useAnswers({ id, flags }: { id: string; flags?: readonly Flag[] }): Answering {
  const kept = useTyped('flags');
  const [typed, setTyped] = useState<Typed>(
    () => storedAnswers.get(id) ?? (kept.draft as Typed | null) ?? {},
  );
  useKeptValues(kept, Object.keys(typed).length === 0 ? null : typed);
  const all = flags ?? [];
  const answers = all.flatMap(({ key }) => {
    const answer = typed[key]?.trim();
    return answer ? [{ flag: key, answer }] : [];
  });
  const given = new Set(answers.map(({ flag }) => flag));
  return {
    flags: all,
    typed,
    onAnswer: (key, text) => {
      const now = { ...typed, [key]: text };
      storedAnswers.set(id, now);
      setTyped(now);
    },
    left: all.filter(({ key, answer }) => !answer && !given.has(key)).length,
    isBarred: all.some(({ code }) => isBar(code)),
    given: answers.length > 0 ? { answers } : {},
  };
}

/** Says why a decision that asks about the flags cannot be sent, or not yet. */
export function unsentText({ isBarred, left }: Answering): string | undefined {
  if (isBarred) return '有不能通過的事項';
  return left > 0 ? `還有 ${left} 項需確認的事項未回答` : undefined;
}

function Answer({ flag, answering }: { flag: Flag; answering: Answering }) {
  const { key, code, text } = flag;
  const typed = answering.typed[key] ?? '';
  const id = `flag-${key}`;
  return (
    <>
      <div className="flex flex-wrap gap-2" role="group" aria-label={`${text}：常用回答`}>
        {flagWords[code].answers.map((usual) => (
          <Button
            key={usual}
            size="sm"
            aria-pressed={typed === usual}
            onClick={() => answering.onAnswer(key, usual)}
          >
            {usual}
          </Button>
        ))}
      </div>
      <Field id={id} label={`回答：${text}`}>
        <TextInput
          id={id}
          value={typed}
          maxLength={FLAG_ANSWER_MAX}
          onChange={(event) => answering.onAnswer(key, event.target.value)}
        />
      </Field>
    </>
  );
}

/** Without `answering` the flags are only shown. */
export function Flags({
  flags,
  answering,
}: {
  flags: readonly Flag[];
  answering?: Answering | undefined;
}) {
  if (flags.length === 0) return null;
  return (
    <section aria-labelledby="flags-title" className="grid gap-3">
      <h3 id="flags-title" className="text-base">
        需確認的事項
      </h3>
      <ul className="grid gap-4">
        {flags.map((flag) => (
          <li
            key={flag.key}
            className="grid gap-2 border-s-4 border-warn ps-3"
            data-flag-open={!flag.answer && !answering?.typed[flag.key]?.trim() ? '' : undefined}
          >
            <p className="font-bold">
              {flag.text} {flag.isSerious && <Tag tone="attention">需兩位同仁</Tag>}
              {isBar(flag.code) && <Tag tone="attention">不能通過</Tag>}
            </p>
            {flag.who.length > 0 && (
              <p className="flex flex-wrap gap-x-3 text-sm">
                {flag.who.map(({ id, name }) => (
                  <MemberLink key={id} id={id} name={name} />
                ))}
              </p>
            )}
            {flag.answer ? (
              <p className="text-sm">
                {flag.answer.text}
                <span className="text-ink-3">
                  （{flag.answer.by}，<DateText at={flag.answer.at} />）
                </span>
              </p>
            ) : isBar(flag.code) ? null : answering ? (
              <Answer flag={flag} answering={answering} />
            ) : (
              <p className="text-sm text-ink-3">尚未回答</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The flags in a card of their own; nothing if there are none. */
export function FlagsCard(props: Parameters<typeof Flags>[0]) {
  if (props.flags.length === 0) return null;
  return (
    <Card as="section">
      <Flags {...props} />
    </Card>
  );
}
