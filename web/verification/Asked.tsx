// In a supplement only the fields a reviewer sent back are shown; elsewhere all of them are.
import { createContext, use, type ReactNode } from 'react';

/** The names asked for; null where the whole form is. */
export const AskedContext = createContext<readonly string[] | null>(null);

/** Its content where one of these fields is asked for. */
export function Asked({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const asked = use(AskedContext);
  return !asked || names.some((name) => asked.includes(name)) ? children : null;
}
