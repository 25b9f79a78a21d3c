// Second step of a sign-in from an unknown browser: a passkey, or a code to the verified phone.
import type { identityFactor } from '#contract/identity/factor.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Context } from '../../call.ts';
import { prepared } from '../../call.ts';
import { db } from '../../database/db.ts';
import { recordMove } from '../../tasks/front.ts';
import { remember } from './challenges.ts';
import { confirmedPhone } from '../credentials/code-queries.ts';
import { type CodeTry, acceptCode, attemptCode, sendCode } from '../credentials/codes.ts';
import { assertWorked } from './crowds.ts';
import { passkeysOf } from './entrance-queries.ts';
import { linkOnceProven } from './google.ts';
import { type Proof, acceptProof, proofOf, siteOf, webauthn } from './passkeys.ts';
import { lockMember } from '../credentials/password-queries.ts';
import { memberById } from '../queries.ts';
import { challengeMs, maskedPhone } from '../rules.ts';
import { openSession } from '../sessions.ts';
import { takeRateLimits } from '../credentials/throttle.ts';
import { type TicketRow, spendTicket } from '../credentials/ticket-queries.ts';
import { resetSignInLimits, signInLimits, ticketOf } from '../credentials/tickets.ts';

type Promised = typeof identityFactor;
type All = Actions<{ identity: Promised }>['identity'];

/** Refuses SIGN_IN_EXPIRED if the ticket has expired or does not exist. */
function assertGood(ticket: TicketRow | null): asserts ticket is TicketRow {
  if (!ticket) throw new Refusal('SIGN_IN_EXPIRED');
}

/**
 * Consumes the ticket and opens the session; `second` names the second factor for the audit log.
 */
async function finish(
  context: Context<Promised['secondFactorSms']>,
  ticket: TicketRow,
  prove: () => Promise<string>,
) {
  const { address, realNow, services, tx } = context;
  const { isTold, memberId, way } = ticket;
  await lockMember(tx, memberId);
  if (!(await spendTicket(tx, ticket.id, realNow))) throw new Refusal('SIGN_IN_EXPIRED');
  const second = await prove();
  const before = await memberById(tx, memberId);
  if (before.suspended) throw new Refusal('SUSPENDED');
  const actor = { type: 'member', id: memberId } as const;
  const work = { ...context, actor };
  if (ticket.googleSubject !== null) await linkOnceProven(work, before, ticket.googleSubject);
  const member = await memberById(tx, memberId);
  await recordMove(work, {
    subject: { type: 'member', id: memberId },
    action: 'identity.login',
    snapshot: { by: way, second },
  });
  await resetSignInLimits(services, tx, member.email, address);
  return { data: await openSession(context, member, context, { isTold }) };
}

type SmsTry = { ticket: TicketRow | null; tried: CodeTry };

const secondFactorSms = prepared<Promised['secondFactorSms'], SmsTry>({
  async prepare(services, { ticket: token, smsCode }, { address }) {
    const ticket = await ticketOf(services, token);
    if (!ticket) return { ticket, tried: { state: 'none' } };
    const { id: ticketId, memberId } = ticket;
    const tx = db(services.pool);
    const { email } = await memberById(tx, memberId);
    const { tries } = await signInLimits(services, tx, email, address);
    await takeRateLimits(tx, services.clock, [tries]);
    const number = await confirmedPhone(tx, memberId);
    if (!number) return { ticket, tried: { state: 'none' } };
    const phone = services.secrets.decrypt('verification.profile.phone', memberId, number.phone);
    const asked = { memberId, ticketId, purpose: 'sign_in', phone } as const;
    return { ticket, tried: await attemptCode(services, asked, smsCode) };
  },
  async run(context, _input, { ticket, tried }) {
    assertGood(ticket);
    return finish(context, ticket, () => acceptCode(context, tried));
  },
});

type PasskeyTry = { ticket: TicketRow | null; proof: Proof | null };

const secondFactorPasskey = prepared<Promised['secondFactorPasskey'], PasskeyTry>({
  async prepare(services, { ticket: token, response }) {
    const ticket = await ticketOf(services, token);
    if (!ticket) return { ticket, proof: null };
    const given = { purpose: 'passkey_second', sessionId: null, ticketId: ticket.id } as const;
    const proof = await proofOf(services, response, given);
    return { ticket, proof: proof?.passkey.memberId === ticket.memberId ? proof : null };
  },
  async run(context, _input, { ticket, proof }) {
    assertGood(ticket);
    return finish(context, ticket, async () => (await acceptProof(context, proof)).reference);
  },
});

export const secondFactorActions: Pick<
  All,
  'secondFactorCode' | 'secondFactorSms' | 'secondFactorPasskeyOptions' | 'secondFactorPasskey'
> = {
  secondFactorSms,
  secondFactorPasskey,

  secondFactorCode: prepared<Promised['secondFactorCode'], TicketRow | null>({
    async prepare(services, { ticket, captchaToken }, asking) {
      await assertWorked(services, 'sms', asking, captchaToken);
      return ticketOf(services, ticket);
    },
    async run(context, _input, ticket) {
      assertGood(ticket);
      const { address, services, tx } = context;
      const { id: ticketId, memberId } = ticket;
      const { email } = await memberById(tx, memberId);
      const number = await confirmedPhone(tx, memberId);
      if (!number) throw new Refusal('STAGE_ORDER');
      const phone = services.secrets.decrypt('verification.profile.phone', memberId, number.phone);
      const { code } = await signInLimits(services, tx, email, address);
      const asked = { memberId, ticketId, purpose: 'sign_in', phone, address } as const;
      const { expiresAt } = await sendCode(context, { ...asked, own: [code] });
      return { data: { phoneMasked: maskedPhone(phone), expiresAt } };
    },
  }),

  secondFactorPasskeyOptions: prepared<Promised['secondFactorPasskeyOptions'], TicketRow | null>({
    prepare: (services, { ticket }) => ticketOf(services, ticket),
    async run(context, _input, ticket) {
      assertGood(ticket);
      const passkeys = await passkeysOf(context.tx, ticket.memberId);
      if (passkeys.length === 0) throw new Refusal('NOT_FOUND');
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        rpID: siteOf(context.services.config).rpID,
        timeout: challengeMs.passkey_second,
        userVerification: 'required',
        allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({
          id,
          transports,
        })),
      });
      const given = { purpose: 'passkey_second', sessionId: null, ticketId: ticket.id } as const;
      await remember(context, options.challenge, given);
      return { data: { ...options } };
    },
  }),
};
