// After a failed submit: how many fields need a change, each a link to its field.
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

export type FieldProblem = { id: string; message: string };

/** Takes the focus once for each `attempt`, as soon as there is a problem to show. */
export function ErrorSummary({
  problems,
  attempt,
}: {
  problems: readonly FieldProblem[];
  attempt: number;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const some = problems.length > 0;
  const focused = useRef(0);
  useEffect(() => {
    if (!some || focused.current === attempt) return;
    focused.current = attempt;
    ref.current?.focus();
  }, [attempt, some]);
  if (!some) return null;
  return (
    <div ref={ref} tabIndex={-1} className="alert" data-tone="danger">
      <CircleAlert size={20} aria-hidden="true" />
      <div className="body">
        <h2 className="title text-base">請修正以下 {problems.length} 個欄位</h2>
        <ul className="list-disc ps-5">
          {problems.map(({ id, message }) => (
            <li key={id}>
              <a
                className="link"
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  const field = document.getElementById(id);
                  field?.scrollIntoView({ block: 'center' });
                  field?.focus();
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
