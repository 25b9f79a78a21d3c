// Cards and the small elements used inside them: tags, facts, accordions.
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside';
  tone?: 'card' | 'tint' | 'sunken';
  /** No padding, for a table or an image that fills the card. */
  flush?: boolean;
  /** The whole card acts as the link inside it that carries `data-stretch`. */
  link?: boolean;
};

export function Card({
  as = 'div',
  tone = 'card',
  flush,
  link,
  className = '',
  ...rest
}: CardProps) {
  // Every element type allowed here takes the same attributes as a div.
  const Element = as as 'div';
  return (
    <Element
      className={`card ${link ? 'card-link' : ''} ${className}`}
      data-tone={tone}
      data-flush={flush ? '' : undefined}
      {...rest}
    />
  );
}

/** Heading of a card, with an optional element at its end (a tag, a link). */
export function CardHead({
  title,
  children,
  level = 2,
}: {
  title: ReactNode;
  children?: ReactNode;
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="card-head">
      <Heading className="text-h3">{title}</Heading>
      {children}
    </div>
  );
}

export type Tone = 'info' | 'progress' | 'attention' | 'problem' | 'done' | 'neutral';
/** The symbols are drawn as SVG, because no font contains all of them. */
const glyphs: Record<Tone, ReactNode> = {
  info: <circle cx="6" cy="6" r="4" />,
  progress: (
    <>
      <circle cx="6" cy="6" r="4" />
      <path d="M6 6V2a4 4 0 0 1 4 4Z" fill="currentColor" />
    </>
  ),
  attention: <path d="M6 1.5v5.5M6 10v.2" />,
  problem: <path d="m2.5 2.5 7 7m0-7-7 7" />,
  done: <path d="m2 6.5 2.8 2.8L10 3" />,
  neutral: <path d="M2.5 6h7" />,
};

/**
 * A status label. Each tone has its own symbol, so that the colour is never the only difference.
 */
export function Tag({
  tone = 'neutral',
  glyph = true,
  children,
}: {
  tone?: Tone;
  glyph?: boolean;
  children: ReactNode;
}) {
  return (
    <span className="tag" data-tone={tone}>
      {glyph && (
        <svg className="tag-glyph" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          {glyphs[tone]}
        </svg>
      )}
      {children}
    </span>
  );
}

export type Fact = { name: ReactNode; value: ReactNode; note?: ReactNode };

/** Names and values: a list, or a `strip` of key figures; `align="end"` for amounts. */
export function Facts({
  facts,
  look = 'list',
  align = 'start',
  pairs = false,
}: {
  facts: readonly Fact[];
  look?: 'list' | 'strip';
  align?: 'start' | 'end';
  /** Two key figures in a line, because they are long. */
  pairs?: boolean;
}) {
  return (
    <dl
      className={`facts ${pairs ? 'grid-cols-2 gap-x-3' : ''}`}
      data-look={look}
      data-align={align}
    >
      {facts.map((fact, i) => (
        <div key={i}>
          <dt>{fact.name}</dt>
          <dd>
            {fact.value}
            {fact.note && <div className="field-hint">{fact.note}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * One question and its answer; uses the native element, so that the browser's search can open it.
 */
export function Accordion({
  title,
  children,
  id,
  open,
}: {
  title: ReactNode;
  children: ReactNode;
  id?: string;
  open?: boolean;
}) {
  return (
    <details className="accordion" id={id} open={open}>
      <summary>
        {title}
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      <div className="body">{children}</div>
    </details>
  );
}
