// Steps of a short task as stepping stones, with the current one marked.
import './steps.css';

const stone = 'M22 2C32 1.6 41 7 42 16 43 26 34 32 22 32.4 10 32.6 2 26 2 17 2 8 11 2.4 22 2Z';

/** `current` counts from 0; `steps.length` means that all steps are done. */
export function Steps({
  steps,
  current,
  label = '進度',
  named,
}: {
  steps: readonly string[];
  current: number;
  label?: string;
  /** On phones, too, each step shows its name, which must be short. */
  named?: boolean;
}) {
  return (
    <ol className="steps" aria-label={label} data-named={named ? '' : undefined}>
      {steps.map((name, i) => {
        const state = i < current ? 'done' : i === current ? 'now' : 'next';
        return (
          <li key={name} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <svg viewBox="0 0 44 34" aria-hidden="true">
              <path
                d={stone}
                fill={state === 'done' ? 'var(--water)' : 'var(--card)'}
                stroke={
                  state === 'now'
                    ? 'var(--kaki)'
                    : state === 'done'
                      ? 'var(--water)'
                      : 'var(--border-input)'
                }
                strokeWidth={state === 'now' ? 3 : 1.5}
              />
              {state === 'done' ? (
                <path
                  d="m15 17 5 5 9-10"
                  fill="none"
                  stroke="var(--on-primary)"
                  strokeWidth="3"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              ) : (
                <text
                  x="22"
                  y="22.5"
                  textAnchor="middle"
                  fontSize="15"
                  fontWeight="700"
                  fill={state === 'now' ? 'var(--ink)' : 'var(--ink-3)'}
                >
                  {i + 1}
                </text>
              )}
            </svg>
            <span className="name">
              <span className="visually-hidden">
                {state === 'done' ? '已完成：' : state === 'now' ? '目前步驟：' : ''}
              </span>
              {name}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
