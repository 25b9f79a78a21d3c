// The member's settings of the second factor, and the list of browsers that need no second factor.
import type { identityFactor } from '#contract/identity/factor.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { deviceOf, maskedAddress } from './agents.ts';
import {
  browsersOf,
  deleteBrowser,
  endSessionsOfBrowser,
  ownBrowser,
  setFactorChoice,
} from '../member/browser-queries.ts';
import { factorFacts } from '../member/browsers.ts';
import { assertHimself } from '../member/confirming.ts';
import { lockMember } from '../credentials/password-queries.ts';
import { isFactorOn } from '../rules.ts';
import { noticeKinds } from '../words.ts';

type All = Actions<{ identity: typeof identityFactor }>['identity'];

export const signInSafetyActions: Pick<All, 'signInSafety' | 'setSecondFactor' | 'forgetBrowser'> =
  {
    async signInSafety({ member, tx }) {
      const facts = await factorFacts(tx, member.id);
      const rows = await browsersOf(tx, member.id, member.sessionId);
      const isPossible = facts.hasPasskey || facts.hasPhone;
      return {
        data: {
          isOn: isPossible && isFactorOn(facts),
          isChosen: facts.choice !== null,
          isPossible,
          browsers: rows.map(({ id, agent, address, firstSeenAt, lastSeenAt, isCurrent }) => {
            const { name, kind } = deviceOf(agent);
            return {
              id,
              device: name,
              kind,
              addressMasked: maskedAddress(address),
              firstSeenAt,
              lastSeenAt,
              current: isCurrent,
            };
          }),
        },
      };
    },

    async setSecondFactor(context, { on }) {
      const { member, tx } = context;
      await lockMember(tx, member.id);
      const facts = await factorFacts(tx, member.id);
      const isPossible = facts.hasPasskey || facts.hasPhone;
      if (on && !isPossible) throw new Refusal('FACTOR_MISSING');
      const by = on ? null : await assertHimself(context, member, 'factor');
      await setFactorChoice(tx, member.id, on);
      await recordMove(context, {
        subject: { type: 'member', id: member.id },
        action: on ? 'identity.second_factor_on' : 'identity.second_factor_off',
        snapshot: { ...(by !== null && { by }) },
      });
      await tell(context, member.id, on ? noticeKinds.factorOn({}) : noticeKinds.factorOff({}));
      return { data: { ok: true } };
    },

    async forgetBrowser(context, { id }) {
      const { member, realNow, tx } = context;
      const browser = await ownBrowser(tx, member.id, id);
      if (!browser) throw new Refusal('NOT_FOUND');
      const ended = await endSessionsOfBrowser(tx, browser.id, member.sessionId, realNow);
      await deleteBrowser(tx, member.id, browser.id);
      await recordMove(context, {
        subject: { type: 'member', id: member.id },
        action: 'identity.browser_forgotten',
        snapshot: { browser: browser.id, ended },
      });
      return { data: { ok: true } };
    },
  };
