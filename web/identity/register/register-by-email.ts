// Registers with an e-mail address. The code is loaded only when used, because the registration
// page must stay small.
import type { InputOf } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { api } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { withWork } from '../captcha/with-work.ts';
import { passwordRefusals } from '../recovery/password-refusals.ts';

type Registration = InputOf<SiteCalls['identity']['register']>;

/** Sends the registration. The password is typed once, and the call gets it twice. */
export async function registerByEmail({
  terms: _terms,
  ...values
}: Omit<Registration, 'passwordCheck'> & { terms: true }): Promise<void> {
  const given = { ...values, passwordCheck: values.password };
  try {
    await withWork('register', (more) => api.identity.register({ ...given, ...more }));
  } catch (error) {
    throw atField(error, passwordRefusals);
  }
}
