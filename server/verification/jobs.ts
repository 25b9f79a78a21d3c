// Scheduled jobs of verification: approved bank accounts take effect, and expired data is erased.
import { lookAtHolds } from './hold/payout-hold.ts';
import { holdsThatEnded, holdsToLookAt } from './hold/payout-hold-queries.ts';
import type { Services } from '../services.ts';
import type { Job } from '../jobs/job.ts';
import { nameHashesOf } from '../adapters/name-hashes.ts';
import { recordMove } from '../tasks/front.ts';
import { eachOne } from '../each-one.ts';
import { finds } from '../database/finds.ts';
import { type Work, inWork } from '../work.ts';
import { enforceComing, membersWithComing } from './change/account-queries.ts';
import { profilesWithoutKeys } from './addresses/address-key-queries.ts';
import { fillAddressKeys } from './addresses/address-keys.ts';
import { phoneChangesDue } from './change/change-queries.ts';
import { enforcePhones } from './change/phone-change.ts';
import { untracedMembers } from './erasure/trace-queries.ts';
import { fillTraces } from './erasure/traces.ts';
import { phoneTailOf } from './person.ts';
import { returnedAccountJobs } from './returned/returned-account.ts';
import { screeningJobs } from './screening/screening.ts';
import {
  lockProfile,
  namesWithoutHashes,
  phonesWithoutTail,
  setNameHashes,
  setPhoneTails,
  membersWithoutHashes,
  membersWithoutTail,
} from './queries.ts';

const TAILS_AT_ONCE = 500;

/**
 * Fills in the last digits of phone numbers that were stored before the column for them existed: a
 * limited number per transaction, repeated until none is left.
 */
async function fillPhoneTails(services: Services): Promise<void> {
  const { secrets } = services;
  for (let filled = TAILS_AT_ONCE; filled === TAILS_AT_ONCE;) {
    filled = await inWork(services, async ({ tx }) => {
      const rows = await phonesWithoutTail(tx, TAILS_AT_ONCE);
      const tails = rows.map(({ memberId, phone }) =>
        phoneTailOf(secrets.decrypt('verification.profile.phone', memberId, phone)),
      );
      await setPhoneTails(
        tx,
        rows.map(({ memberId }) => memberId),
        tails,
      );
      return rows.length;
    });
  }
}

/** Fills in the hashes of names that were stored before the column for them existed. */
async function fillNameHashes(services: Services): Promise<void> {
  const { secrets } = services;
  for (let filled = TAILS_AT_ONCE; filled === TAILS_AT_ONCE;) {
    filled = await inWork(services, async ({ tx }) => {
      const rows = await namesWithoutHashes(tx, TAILS_AT_ONCE);
      for (const { memberId, name } of rows) {
        const text = secrets.decrypt('verification.profile.name', memberId, name);
        await setNameHashes(tx, memberId, nameHashesOf(secrets, text));
      }
      return rows.length;
    });
  }
}

async function enforceAccount(work: Work, memberId: number): Promise<void> {
  await lockProfile(work.tx, memberId, work.now);
  if (!(await enforceComing(work.tx, memberId, work.now))) return;
  await recordMove(work, {
    subject: { type: 'member', id: memberId },
    action: 'verification.account_in_force',
    from: 'coming',
    to: 'in_force',
  });
}

export const verificationJobs: readonly Job[] = [
  {
    name: 'verification.enforce',
    each: 'minute',
    due: ({ now }) => [finds((tx) => membersWithComing(tx, now))],
    /**
     * Payments already use the new account from its exact effective time; this job updates the rows
     * accordingly.
     */
    async run(services) {
      const due = await inWork(services, ({ now, tx }) => membersWithComing(tx, now));
      await eachOne(services, due, ({ memberId }) =>
        inWork(services, (work) => enforceAccount(work, memberId)),
      );
    },
  },
  {
    name: 'verification.enforcePhones',
    each: 'minute',
    due: ({ now }) => [finds((tx) => phoneChangesDue(tx, now))],
    run: enforcePhones,
  },
  {
    name: 'verification.phoneTails',
    each: 'minute',
    due: () => [membersWithoutTail],
    run: fillPhoneTails,
  },
  {
    name: 'verification.nameHashes',
    each: 'minute',
    due: () => [membersWithoutHashes],
    run: fillNameHashes,
  },
  ...screeningJobs,
  ...returnedAccountJobs,
  {
    name: 'verification.lookAtHolds',
    each: 'day',
    due: ({ today }) => [
      finds((tx) => holdsThatEnded(tx, today)),
      finds((tx) => holdsToLookAt(tx, today)),
    ],
    run: lookAtHolds,
  },
  {
    name: 'verification.addressKeys',
    each: 'day',
    due: () => [finds((tx) => profilesWithoutKeys(tx, 0, 1))],
    run: fillAddressKeys,
  },
  {
    name: 'verification.traces',
    each: 'day',
    due: () => [finds((tx) => untracedMembers(tx, 1))],
    run: fillTraces,
  },
];
