// The menu and the calls agree: who is led to a place may read it, and who may not is told so.
import { expect, test } from 'vitest';
import { office } from '#contract/index.ts';
import { roles, type Endpoint } from '#contract/endpoint.ts';
import { navigation, refusedAt } from './navigation.ts';

const calls = Object.values(office).flatMap((feature) => Object.values<Endpoint>(feature));

test.each(navigation)('$text leads whoever may read and write there', ({ to, text }) => {
  for (const [method, address, act] of [
    ['GET', to, '查看'],
    ['POST', `${to}/new`, '新增'],
  ] as const) {
    const call = calls.find((one) => one.method === method && one.path === `/ops/v1${to}`);
    if (!call?.roles || (method === 'POST' && to === '/operators')) continue;
    for (const role of roles) {
      const refused = call.roles.includes(role) ? null : { text, act };
      expect(refusedAt(address, [role]), `${role} at ${address}`).toEqual(refused);
    }
  }
});
