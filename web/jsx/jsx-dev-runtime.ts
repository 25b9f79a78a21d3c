// The JSX runtime of the member site while it is developed.
import { jsx, jsxs } from './jsx-runtime.ts';

export { Fragment, type JSX } from './jsx-runtime.ts';

/** `isStatic` is true for children that are written one after the other. */
export const jsxDEV = (
  kind: Parameters<typeof jsxs>[0],
  props: Parameters<typeof jsxs>[1],
  key: string | undefined,
  isStatic: boolean,
) => (isStatic ? jsxs(kind, props, key) : jsx(kind, props, key));
