// Layout primitives: boxes one above the other, in a row, or in two columns.
import type { ComponentProps } from 'react';

type BoxProps = ComponentProps<'div'>;

/** A page with one column of the width of a form; its parts are one above the other. */
export function Stack({ className = '', ...rest }: BoxProps) {
  const look =
    'mx-auto grid w-[min(var(--narrow),100%)] gap-7 max-md:pt-4 [&>.link]:justify-self-start';
  return <div className={`${look} ${className}`} {...rest} />;
}

/** Buttons side by side; on a phone each takes a whole line. */
export function Row({ className = '', ...rest }: BoxProps) {
  const look = 'flex flex-wrap items-center gap-x-5 gap-y-3 max-md:*:w-full';
  return <div className={`${look} ${className}`} {...rest} />;
}

/** Short fields in two columns, from the width of a tablet on. */
export function Grid({ className = '', ...rest }: BoxProps) {
  const look = 'grid items-start gap-x-4 gap-y-6 md:grid-cols-2';
  return <div className={`${look} ${className}`} {...rest} />;
}
