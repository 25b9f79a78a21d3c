// In a supplement, shows only the fields that a reviewer returned, otherwise all fields.
import { createContext, use, type ReactNode } from 'react';

/** Names of the returned fields; null if the whole form is shown. */
export const RequestedFields = createContext<readonly string[] | null>(null);

/** Shows its content only if one of these fields must be filled in. */
export function IfRequested({
  names,
  children,
}: {
  names: readonly string[];
  children: ReactNode;
}) {
  const asked = use(RequestedFields);
  return !asked || names.some((name) => asked.includes(name)) ? children : null;
}
