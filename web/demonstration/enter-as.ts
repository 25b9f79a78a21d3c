// Signs in as one of the demonstration's members with a single click.
import type { SecondStep } from '#contract/identity/factor.ts';
import type { User } from '#contract/identity/calls.ts';
import type { Answer } from '../api.ts';
import { secondStepIn } from '../identity/sign-in/waiting-sign-in.ts';
import { withWork } from '../identity/captcha/with-work.ts';
import { api } from '../site/kit/api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';

export type DemoMember = Answer<
  SiteCalls['demonstration']['demoAccounts']
>['data']['members'][number];

/** Phones of the demonstration do not exist, so the code is read from the list of sent messages. */
async function codeSentTo(phoneMasked: string): Promise<string> {
  const [head = '', tail = ''] = phoneMasked.split(/-\*+-/);
  const { data: sent } = await api.demonstration.outbox({});
  const last = sent.find(
    ({ channel, to }) => channel === 'sms' && to.startsWith(head) && to.endsWith(tail),
  );
  return /\d{6}/.exec(last?.text ?? '')?.[0] ?? '';
}

/** Submits the code required on a browser the member has not used before. */
async function passSecondStep({ ticket }: SecondStep): Promise<User> {
  const { data: sent } = await withWork('sms', (more) =>
    deferredApi.identity.secondFactorCode({ ticket, ...more }),
  );
  const smsCode = await codeSentTo(sent.phoneMasked);
  return (await deferredApi.identity.secondFactorSms({ ticket, smsCode })).data;
}

/** Signs in as the member, including the second factor if it is required. */
export async function enterAs({ email, password }: DemoMember): Promise<User> {
  try {
    return (await api.identity.login({ email, password })).data;
  } catch (error) {
    const step = secondStepIn(error);
    if (!step) throw error;
    return await passSecondStep(step);
  }
}
