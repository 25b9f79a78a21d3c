// A case that can be funded and an investor who may fund it, for tests of the funding rules.
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import type { Fundable, Investor } from '../rules.ts';

export const now = new Date('2026-11-20T04:00:00Z');
export const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

export const fundable: Fundable = {
  loanId: 7,
  status: 40,
  borrowerId: 99,
  target: money(100_000),
  reserved: money(0),
  paid: money(0),
  open: true,
  endsAt: later(48),
};
export const investor: Investor = {
  id: 1,
  emailVerified: true,
  suspended: false,
  onHold: false,
  verified: true,
  profile: 2,
  profileValidUntil: day('2027-11-20'),
  reserved: money(0),
  outstanding: money(0),
  heldHere: money(0),
  unpaidOrderId: null,
};
