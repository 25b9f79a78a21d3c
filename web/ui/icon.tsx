// Creates icons from lucide's drawings; replaces lucide's own (web/first-paint/replaced.ts).
import { createElement, type SVGProps } from 'react';

type Drawing = {
  name: string;
  size: number;
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
  aliases?: readonly string[];
};
type Props = SVGProps<SVGSVGElement> & { size?: number };

/**
 * Reduced version of lucide's function, without the options the app never uses. It must render the
 * same element, because the server uses lucide's.
 */
export function iconOf({ name, size: drawn, node, aliases = [] }: Drawing) {
  const classes = ['', name, ...aliases].map((one) => (one ? `lucide-${one}` : 'lucide')).join(' ');
  return function Icon({ size = 24, className, children, ...rest }: Props) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox={`0 0 ${drawn} ${drawn}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className ? `${classes} ${className}` : classes}
        aria-hidden={rest['aria-label'] ? undefined : true}
        {...rest}
      >
        {node.map(([tag, attributes]) => createElement(tag, attributes))}
        {children}
      </svg>
    );
  };
}
