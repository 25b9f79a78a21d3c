// Attack S10: credential stuffing, in which many addresses try many passwords on some accounts.
// Only few attempts per account are checked, and every owner can still sign in on a browser that
// the account has used before.
import { expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { deviceIn, fromElsewhere, newEmail, newMember, password } from '../actors/people.ts';
import { useServer } from '../server.ts';
import { report, roundsOr } from './report.ts';

const TRIES = roundsOr(300);
const OWNERS = 5;
/** Maximum attempts checked per account: the failures allowed before a captcha is required. */
const LOOKED_AT_MAX = 30;

const server = useServer();
const login = (email: string, secret: string, headers: Record<string, string>) =>
  server.ask(identity.login, { email, password: secret }, { headers });

test(`${TRIES} passwords from ${TRIES} addresses keep no owner out`, async () => {
  const failures: string[] = [];
  const owners: { email: string; cookie: Record<string, string>; lookedAt: number }[] = [];
  for (let n = 0; n < OWNERS; n += 1) {
    const { email } = await newMember(server);
    const first = await login(email, password, fromElsewhere());
    owners.push({ email, cookie: deviceIn(first), lookedAt: 0 });
  }
  const counts = new Map<string, number>();
  const tryOne = async (n: number) => {
    // One attempt in six uses an e-mail address that nobody has registered.
    const owner = n % 6 === 5 ? null : owners[n % OWNERS]!;
    const email = owner?.email ?? newEmail('nobody');
    const { code, status } = await login(email, `stuffed ${n}`, fromElsewhere());
    const said = code ?? String(status);
    counts.set(said, (counts.get(said) ?? 0) + 1);
    if (status === 200) failures.push(`${email} was opened by a guess`);
    if (status >= 500 && status !== 503) failures.push(`${email}: ${status}`);
    if (owner && code === 'LOGIN_FAILED') owner.lookedAt += 1;
  };
  for (let n = 0; n < TRIES; n += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, k) => tryOne(n + k)));
    if (n % 40 !== 0) continue;
    const { email, cookie } = owners[(n / 40) % OWNERS]!;
    const { code, status } = await login(email, password, { ...fromElsewhere(), ...cookie });
    if (status !== 200) failures.push(`the owner of ${email} is kept out: ${code}`);
  }
  for (const { email, lookedAt } of owners) {
    if (lookedAt > LOOKED_AT_MAX) failures.push(`${lookedAt} passwords of ${email} looked at`);
  }
  const most = Math.max(...owners.map(({ lookedAt }) => lookedAt));
  const list = [...counts].map(([said, times]) => `${said} ${times}`).join(', ');
  report({ tries: TRIES, failures, says: [list, `at most ${most} looked at of one account`] });
  expect(counts.get('CAPTCHA_REQUIRED') ?? 0, 'a captcha stops most').toBeGreaterThan(TRIES / 3);
}, 600_000);
