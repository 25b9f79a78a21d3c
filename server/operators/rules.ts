// Rules of operators: which of their roles are in force, and how long a session lasts.
import type { Role } from '#contract/core/endpoint.ts';
import { delayedRoles, roleHoldHours } from '#contract/identity/operators.ts';

const HOUR = 3_600_000;

/**
 * A session ends after this long without a call, and after `sessionMaxMs` in any case; those of
 * members last equally long.
 */
export const sessionIdleMs = 2 * HOUR;
export const sessionMaxMs = 12 * HOUR;

/** How long new rights over money wait. */
export const roleHoldMs = roleHoldHours * HOUR;

/** Roles as granted, and those of them that are not in force yet. */
export type RoleAssignment = { roles: Role[]; heldRoles: Role[]; heldUntil: Date | null };

/** Returns which of an operator's roles are in force now, and which will be in force later. */
export function rolesNow({ roles, heldRoles: held, heldUntil }: RoleAssignment, realNow: Date) {
  if (heldUntil === null || heldUntil <= realNow) return { roles, held: null };
  return {
    roles: roles.filter((role) => !held.includes(role)),
    held: { roles: held, until: heldUntil },
  };
}

/**
 * Returns how granted roles are stored. Roles that handle money take effect a day later if they are
 * new or were not in force yet, so that all admins can react before.
 */
export function assignRoles(
  before: RoleAssignment,
  roles: readonly Role[],
  realNow: Date,
): RoleAssignment {
  const counting = rolesNow(before, realNow).roles;
  const held = roles.filter((role) => delayedRoles.includes(role) && !counting.includes(role));
  return {
    roles: [...roles],
    heldRoles: held,
    heldUntil: held.length === 0 ? null : new Date(realNow.getTime() + roleHoldMs),
  };
}
