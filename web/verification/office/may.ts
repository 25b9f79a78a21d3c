// The roles whose operators may act on a member, equal to the server's rules.
import type { Role } from '#contract/core/endpoint.ts';
import { useOperator } from '../../office/operator.ts';

const rolesOf = {
  reveal: ['reviewer', 'approver', 'admin'],
  sessions: ['reviewer', 'approver', 'admin'],
  view: ['reviewer', 'approver', 'finance', 'admin'],
  links: ['reviewer', 'approver', 'auditor', 'admin'],
  reset: ['reviewer'],
  rescreen: ['reviewer', 'approver'],
  hold: ['finance', 'approver', 'admin'],
  suspend: ['approver', 'admin'],
  liftLoss: ['approver', 'admin'],
} as const satisfies Record<string, readonly Role[]>;

/** Returns a function that says whether the signed-in operator may perform an action. */
export function useMay(): (act: keyof typeof rolesOf) => boolean {
  const own = useOperator().data?.data.roles ?? [];
  return (act) => rolesOf[act].some((role) => own.includes(role));
}
