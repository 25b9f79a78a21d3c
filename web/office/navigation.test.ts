// Test that menu and API permissions agree: roles that see a link may read its page, and others may
// not.
import { expect, test } from 'vitest';
import { office } from '#contract/index.ts';
import { roles, type Endpoint } from '#contract/core/endpoint.ts';
import { navigation, refusedAt } from './navigation.ts';

const calls = Object.values(office).flatMap((feature) => Object.values<Endpoint>(feature));

const rolesOf = (method: string, place: string) =>
  calls.find((one) => one.method === method && one.path === `/ops/v1${place}`)?.roles ?? [];

test.each(navigation)(
  '$text leads operators who may read and write there',
  ({ to, text, makes }) => {
    const readers = rolesOf('GET', to);
    if (readers.length === 0) return;
    for (const role of roles) {
      const refused = readers.includes(role) ? null : { text, act: '查看' };
      expect(refusedAt(to, [role]), role).toEqual(refused);
      expect(refusedAt(`${to}/1`, [role]), role).toEqual(refused);
      if (!makes) continue;
      const kept = rolesOf('POST', to).includes(role) ? null : { text, act: '新增' };
      expect(refusedAt(`${to}/new`, [role]), role).toEqual(refused ?? kept);
    }
  },
);

test('only finance may open the form for a new booking', () => {
  const refused = { text: '分錄', act: '新增' };
  for (const role of roles) {
    const may = rolesOf('POST', '/bookings').includes(role);
    expect(refusedAt('/money/bookings/new', [role]), role).toEqual(may ? null : refused);
  }
});
