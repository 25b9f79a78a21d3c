// The logo: three streams joining inside a river pebble.
import { useId } from 'react';

/** The pebble only; hidden from screen readers unless it has a label. */
export function Logo({ size = 36, label }: { size?: number; label?: string }) {
  const id = useId();
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <clipPath id={id}>
        <path
          d="M25 2.5
          C38 2.5 46 12 45.5 25 45 38 36 46 23 45.5 10 45 2.5 36 2.5 24 2.5 11 12 2.5 25 2.5
          Z"
        />
      </clipPath>
      <g clipPath={`url(#${id})`} fill="none" strokeWidth="4">
        <path d="M0 0h48v48H0z" fill="#0F6467" />
        <path d="M-2 14C14 14 12 27 27 28.2S46 36 54 34" stroke="#fff" />
        <path d="M14-4C14 10 18 22 30 23.9S48 31 56 29" stroke="#F0A178" />
        <path d="M-4 33C8 30 14 32 26 32.5S44 40 52 39" stroke="#fff" />
      </g>
    </svg>
  );
}
