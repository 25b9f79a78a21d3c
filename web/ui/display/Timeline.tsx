// Timeline of past and future events, in order.
import type { ReactNode } from 'react';
import './timeline.css';

export type Happening = {
  title: ReactNode;
  when?: ReactNode;
  text?: ReactNode;
  state?: 'done' | 'now' | 'next' | 'problem';
};

const spoken = {
  done: '已完成：',
  now: '目前：',
  next: '接下來：',
  problem: '需要處理：',
} as const;

/** Past and future events, top to bottom. */
export function Timeline({ items }: { items: readonly Happening[] }) {
  return (
    <ol className="timeline">
      {items.map((item, i) => (
        <li
          key={i}
          data-state={item.state ?? 'next'}
          aria-current={item.state === 'now' ? 'step' : undefined}
        >
          <div className="title">
            <span className="visually-hidden">{spoken[item.state ?? 'next']}</span>
            {item.title}
          </div>
          {item.when && <div className="when">{item.when}</div>}
          {item.text && <div className="mt-1">{item.text}</div>}
        </li>
      ))}
    </ol>
  );
}
