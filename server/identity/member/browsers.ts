// Browsers that members have signed in on, and whether a sign-in needs a second factor.
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import type { Tx } from '../../database/db.ts';
import { hooks } from '../../hooks.ts';
import { forgetPushOfOthers } from '../../notices/front.ts';
import { factorChoice, forgetOldBrowsers, isBrowserKnown, seeBrowser } from './browser-queries.ts';
import { confirmedPhone } from '../credentials/code-queries.ts';
import { passkeysOf } from '../sign-in/entrance-queries.ts';
import {
  knownDevice,
  namesOfOthers,
  newDeviceName,
  rememberDevice,
} from '../sign-in/known-devices.ts';
import { type SignInFacts, browsersMax, waitsForMail } from '../rules.ts';

type Owner = { id: number; email: string };
type SignedIn = Owner & { emailVerifiedAt: Date | null; isGoogle: boolean };

/**
 * Returns the name stored in the browser's cookie if the browser is known for this member; null if
 * it is unknown or was removed.
 */
async function knownBrowser(
  services: Pick<Services, 'secrets'>,
  tx: Tx,
  { id, email }: Owner,
  device: string | null,
): Promise<string | null> {
  const name = knownDevice(services, { kind: 'member', email }, device);
  return name !== null && (await isBrowserKnown(tx, id, name)).known ? name : null;
}

/**
 * Remembers the browser of a sign-in and sets its cookie. While nobody has confirmed the address it
 * sets none, because it would count for whoever confirms the address later. A browser that the
 * member removed gets a new name, so that an old copy of its cookie stays worthless. The push
 * messages of members who used the browser before end. Returns the id of the row.
 */
export async function rememberBrowser(
  { realNow, services, tx }: Work,
  member: SignedIn,
  from: {
    address: string;
    agent: string;
    device: string | null;
    reply: { setCookie(value: string): void };
  },
): Promise<number> {
  const { address, agent, device: cookie } = from;
  const name = (await knownBrowser(services, tx, member, cookie)) ?? newDeviceName();
  const seen = { memberId: member.id, name, agent, address, at: realNow };
  const { id } = await seeBrowser(tx, seen);
  await forgetOldBrowsers(tx, member.id, browsersMax);
  const who = { kind: 'member', email: member.email } as const;
  await forgetPushOfOthers(tx, member.id, namesOfOthers(services, who, cookie));
  if (waitsForMail(member)) return id;
  from.reply.setCookie(rememberDevice(services, who, { name, cookie }));
  return id;
}

/** Returns which proofs of identity the member has, and whether unknown browsers require one. */
export async function factorFacts(tx: Tx, memberId: number) {
  const { choice } = await factorChoice(tx, memberId);
  const hasMoney = await hooks.holdsMoney(tx, memberId);
  const hasPhone = (await confirmedPhone(tx, memberId)) !== null;
  const hasPasskey = (await passkeysOf(tx, memberId)).length > 0;
  return { choice, hasMoney, hasPhone, hasPasskey };
}

/** Returns all facts that decide whether one sign-in needs a second factor. */
export async function signInFacts(
  services: Pick<Services, 'secrets'>,
  tx: Tx,
  member: Owner,
  { by, device }: { by: SignInFacts['by']; device: string | null },
): Promise<SignInFacts> {
  const isKnownBrowser = (await knownBrowser(services, tx, member, device)) !== null;
  return { by, isKnownBrowser, ...(await factorFacts(tx, member.id)) };
}
