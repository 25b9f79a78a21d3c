// Tests passwords that were leaked elsewhere, with a fake service that knows some of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { newEmail } from '../../../tests/actors/people.ts';
import {
  type PasswordService,
  startPasswordService,
} from '../../../tests/doubles/password-range.ts';
import { useServer } from '../../../tests/server.ts';
import { createPasswordRange } from '../../adapters/auth/password-range.ts';

const LEAKED = '溪水長流八百里 leaked';
let service: PasswordService;
let warned: unknown[] = [];
const server = useServer({
  instead: (services) => ({
    passwordRange: { isLeaked: (password) => createPasswordRange(service.url).isLeaked(password) },
    log: Object.assign(Object.create(services.log), {
      warn: (...said: unknown[]) => warned.push(said),
    }),
  }),
});
beforeAll(async () => {
  service = await startPasswordService([LEAKED]);
});
afterAll(() => service.close());

const registering = (password: string) => ({
  email: newEmail('leaked'),
  password,
  passwordCheck: password,
  purpose: 'invest' as const,
});

test('a leaked password is refused, and another is accepted', async () => {
  expect(await server.refused(identity.register, registering(LEAKED))).toBe('PASSWORD_COMMON');
  await server.ok(identity.register, registering('溪水長流八百里 mine'));
  expect(service.asked).toHaveLength(2);
});

test('if the service is down, passwords can be set, and the log says so without them', async () => {
  service.be('failing');
  warned = [];
  await server.ok(identity.register, registering(LEAKED));
  const lines = JSON.stringify(warned);
  expect(lines).toContain('was not looked up among leaked ones');
  expect(lines).not.toContain('溪水');
  // A password on the server's own list is refused without asking the service.
  const before = service.asked.length;
  expect(await server.refused(identity.register, registering('taipei101'))).toBe('PASSWORD_COMMON');
  expect(service.asked).toHaveLength(before);
  service.be('well');
});
