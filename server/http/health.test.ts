// Tests readiness: the server is not ready before the demonstration is filled, and ready
// afterwards.
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';

const server = useServer();

const ready = async (url: string) => {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, (await answer.json()) as object];
};
const mark = (value: string) =>
  server.rows(
    `insert into app.setting (key, value) values ('seeded', to_jsonb($1::text))
     on conflict (key) do update set value = excluded.value`,
    [value],
  );

test('a demonstration is ready once it is filled, and alive all the time', async () => {
  for (const url of [server.siteUrl, server.officeUrl]) {
    expect(await ready(url)).toEqual([200, expect.objectContaining({ ok: true, filling: false })]);
    await mark('begun');
    expect(await ready(url)).toEqual([503, expect.objectContaining({ ok: false, filling: true })]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await mark('whole');
    expect(await ready(url)).toEqual([200, expect.objectContaining({ ok: true })]);
  }
});
