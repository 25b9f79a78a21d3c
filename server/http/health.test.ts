// Tests readiness: the server is not ready before the demonstration is filled, or while a queue is
// stuck.
import { expect, test } from 'vitest';
import { newPhone } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { sendSms } from '../notices/front.ts';
import { inWork } from '../work.ts';

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

test('a text message that waits for its permitted hours is no stuck queue', async () => {
  await inWork(server.services, (work) => sendSms(work, { to: newPhone(), text: '明天應還' }));
  // The jobs of a night wrote the message hours ago.
  const heldUntil = (notBefore: string) =>
    server.rows(
      `update notices.outbox set next_try_at = now() - interval '3 hours', attempts = 1,
         not_before = ${notBefore}
       where sent_at is null`,
    );
  await heldUntil(`now() + interval '8 hours'`);
  expect(await ready(server.siteUrl)).toEqual([200, expect.objectContaining({ queueSeconds: 0 })]);
  // Its hours began five minutes ago, so that it waits no longer than that.
  await heldUntil(`now() - interval '5 minutes'`);
  const [status, body] = await ready(server.siteUrl);
  expect(status).toBe(200);
  const { queueSeconds } = body as { queueSeconds: number };
  expect([queueSeconds >= 300, queueSeconds < 400]).toEqual([true, true]);
  await heldUntil('null');
  expect(await ready(server.siteUrl)).toEqual([503, expect.objectContaining({ ok: false })]);
});
