// Summary after a failed submit: fields that still need a change, each with a link.
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { focusField } from './focus-field.ts';

export type FieldProblem = { id: string; message: string };

/**
 * Lists the fields that are still wrong, in the order of the page. The summary keeps the height
 * that it had after the `attempt`, so that nothing below it moves while fields are corrected.
 */
export function ErrorSummary({
  problems,
  attempt,
}: {
  /** Empty once every field is corrected. */
  problems: readonly FieldProblem[];
  attempt: number;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    box.style.minHeight = '';
    box.style.minHeight = `${box.offsetHeight}px`;
  }, [attempt]);
  const isSolved = problems.length === 0;
  const Icon = isSolved ? CircleCheck : CircleAlert;
  return (
    <div ref={ref} role="alert" className="alert" data-tone={isSolved ? 'ok' : 'danger'}>
      <Icon size={20} aria-hidden="true" />
      <div className="body">
        <h2 className="title text-base">
          {isSolved ? '都修正好了，可以送出' : `請修正以下 ${problems.length} 個欄位`}
        </h2>
        {!isSolved && (
          <ul className="list-disc ps-5">
            {problems.map(({ id, message }) => (
              <li key={id}>
                <a
                  className="link"
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(id);
                  }}
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
