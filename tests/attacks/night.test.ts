// The night in which many instalments fall due: the worker that distributes them and sends the
// notices is killed again and again. No distribution or notice is lost or made twice, and a mail is
// repeated only if the worker died before it could record the answer of the mail server.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { until } from '../../actors/client.ts';
import { randomOf } from '../../actors/random.ts';
import { drain } from '../../server/worker.ts';
import { lentLoan, newTeam, pay, schedule } from '../actors/loans.ts';
import { useServer } from '../server.ts';
import { startKilledServer } from './killed-server.ts';
import { isLong, report, roundsOr, SEED } from './report.ts';

const LOANS = roundsOr(2);
const NIGHT_SECONDS = isLong ? 3_600 : 300;
/** Time of the mail server for a mail, in which the worker may die. */
const ANSWER_MS = 50;
const server = useServer();

/** Starts a mail server on this machine, which counts each mail by its Message-ID. */
async function startMailServer() {
  const times = new Map<string, number>();
  const smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData(stream, _session, done) {
      let head = '';
      stream.on('data', (chunk: Buffer) => (head += head.length < 10_000 ? String(chunk) : ''));
      stream.on('end', () => {
        const id = /^Message-ID: <(.+?)>/im.exec(head)?.[1] ?? '';
        times.set(id, (times.get(id) ?? 0) + 1);
        setTimeout(done, ANSWER_MS);
      });
    },
  });
  // A worker that is killed while it waits for an answer resets its connection.
  smtp.on('error', () => {});
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
  const { port } = smtp.server.address() as AddressInfo;
  const close = () => new Promise<void>((closed) => smtp.close(() => closed()));
  return { url: `smtp://127.0.0.1:${port}`, times, close };
}

/** Creates loans whose borrowers have already paid the first instalment, which is due tonight. */
async function makeLoans(): Promise<number[]> {
  const team = await newTeam(server);
  const ids: number[] = [];
  let dueOn = '';
  for (let n = 0; n < LOANS; n += 1) {
    const { loan, account } = await lentLoan(server, team);
    const [first] = await schedule(server, loan.id);
    await pay(server, account, first!.principal + first!.interest);
    dueOn = first!.dueOn;
    ids.push(loan.id);
  }
  await drain(server.services);
  const [row] = await server.rows<{ days: number }>(
    `select $1::date - (business_now() at time zone 'Asia/Taipei')::date as days`,
    [dueOn],
  );
  await server.advance(row!.days);
  return ids;
}

const request = (name: string, at: number) =>
  server.rows(
    `insert into app.job (name, each, started_at, finished_at, retry_asked_at)
     values ($1, 'day', now() - interval '1 day', now() - interval '1 day',
       now() + $2 * interval '1 second')
     on conflict (name) do update set retry_asked_at = excluded.retry_asked_at`,
    [name, at],
  );

/** Returns whether the requested jobs have run and every message was sent. */
async function isOver(): Promise<boolean> {
  const [left] = await server.rows<{ count: number }>(
    `select (select count(*) from app.job where retry_asked_at is not null)::int
       + (select count(*) from notices.outbox where sent_at is null)::int as count`,
  );
  return left?.count === 0;
}

/** Returns loans whose first instalment was not distributed once to each of three investors. */
const wronglyDistributed = (ids: readonly number[]) =>
  server.rows<object>(
    `select l.id, count(d.*)::int as distributions, count(distinct d.order_id)::int as orders
     from unnest($1::bigint[]) l (id) left join servicing.distribution d on d.loan_id = l.id
     group by l.id having (count(d.*), count(distinct d.order_id)) <> (3, 3)`,
    [ids],
  );

test(`a worker killed while it distributes ${LOANS} instalments tells everybody once`, async () => {
  const mails = await startMailServer();
  const loans = await makeLoans();
  const [before] = await server.rows<{ notice: number; outbox: number }>(
    `select (select coalesce(max(id), 0) from notices.notice) as notice,
       (select coalesce(max(id), 0) from notices.outbox) as outbox`,
  );
  await request('accrueDue', -1);
  await request('applyPrepaid', 0);
  const night = await startKilledServer(server, randomOf(SEED), ['--smtp', mails.url]);
  try {
    await until('the end of the night', isOver, NIGHT_SECONDS);
    await night.spare();
  } finally {
    await night.stop();
    await mails.close();
  }
  const failures = (await wronglyDistributed(loans)).map((row) => JSON.stringify(row));
  const notices = await server.rows<{ kind: string; members: number; count: number }>(
    `select title as kind, count(distinct member_id)::int as members, count(*)::int as count
     from notices.notice where id > $1 group by 1`,
    [before!.notice],
  );
  for (const { kind, members, count } of notices) {
    if (members !== count) failures.push(`${count} notices ${kind} for ${members} members`);
  }
  const told = notices.reduce((sum, { count }) => sum + count, 0);
  if (told < 4 * LOANS) failures.push(`only ${told} notices: ${JSON.stringify(notices)}`);
  const [sent] = await server.rows<{ count: number }>(
    `select count(*)::int as count from notices.outbox where channel = 'email' and id > $1`,
    [before!.outbox],
  );
  const repeated = [...mails.times.values()].reduce((sum, count) => sum + count - 1, 0);
  if (mails.times.size !== sent!.count) {
    failures.push(`${sent!.count} mails, of which ${mails.times.size} arrived`);
  }
  if (repeated > night.kills()) failures.push(`${repeated} mails arrived twice`);
  const kinds = notices.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  const says = `${night.kills()} kills; ${kinds}; ${sent!.count} mails, ${repeated} repeated`;
  report({ tries: told, failures, says: [says] });
  expect(sent!.count).toBeGreaterThan(0);
}, 7_200_000);
