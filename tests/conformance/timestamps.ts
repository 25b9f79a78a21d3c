// What every timestamp authority must do.
import assert from 'node:assert/strict';
import { createHttpAuthority } from '../../server/adapters/timestamps/http-authority.ts';
import {
  makeStandInKeys,
  openStandIn,
  standInTimestamps,
} from '../../server/adapters/timestamps/stand-in.ts';
import type { Timestamps } from '../../server/adapters/timestamps/timestamps.ts';
import { readToken } from '../../server/adapters/timestamps/tokens.ts';
import { startTimestampAuthority } from '../doubles/timestamps.ts';
import { type PortSubjects, type Property, assertSaysNone, endsWithin, failsWith } from './kit.ts';

const LIMIT_MS = 1_000;
const DATA = Buffer.from('借貸契約');
const now = () => new Date(performance.timeOrigin + performance.now());

const ofTimestamps = (timestamps: Timestamps): Property[] => [
  {
    name: 'a timestamp is over the data, of now, with its certificates',
    async run() {
      const { token, at, until, certificates } = await timestamps.stamp(DATA);
      const read = await readToken(token, DATA);
      assert.deepEqual(read.at, at);
      assert.ok(Math.abs(at.getTime() - now().getTime()) < 60_000);
      assert.ok(until > at && certificates.length > 1);
      assert.ok(certificates[0]!.equals(read.signer.raw));
    },
  },
  {
    name: 'a timestamp is not over other data',
    async run() {
      const { token } = await timestamps.stamp(DATA);
      await failsWith('SignatureRefused', readToken(token, Buffer.from('借貸契紙')));
    },
  },
  {
    name: 'a timestamp of a small and of a large file is made',
    async run() {
      for (const bytes of [Buffer.alloc(1), Buffer.alloc(5_000_000, 1)]) {
        await readToken((await timestamps.stamp(bytes)).token, bytes);
      }
    },
  },
  {
    name: 'twenty timestamps at once are not mixed up',
    async run() {
      const all = Array.from({ length: 20 }, (_, index) => Buffer.from(`document ${index}`));
      const made = await Promise.all(all.map((one) => timestamps.stamp(one)));
      for (const [index, { token }] of made.entries()) await readToken(token, all[index]!);
    },
  },
];

/** Opens both adapters beside a double of an authority. */
export async function openTimestamps(): Promise<PortSubjects> {
  const authority = await startTimestampAuthority();
  const { url, credentials, standIn } = authority;
  const trusted = [standIn.root];
  const http = createHttpAuthority({ url, credentials, trusted }, now);
  const strange = await openStandIn(await makeStandInKeys({ now: now() }), now);
  const refuses = (settings: Partial<Parameters<typeof createHttpAuthority>[0]>) =>
    failsWith(
      'TimestampUnavailable',
      createHttpAuthority({ url, credentials, trusted, ...settings }, now).stamp(DATA),
    );
  const ways = ['failing', 'silent', 'endless', 'redirecting', 'babbling', 'refusing'] as const;
  const faults: Property[] = [
    {
      name: 'the revocation list that a certificate names is fetched, and kept for an hour',
      async run() {
        let time = now();
        const own = createHttpAuthority({ url, credentials, trusted }, () => time);
        const { certificates } = await own.stamp(DATA);
        const before = authority.listsAsked();
        const [list] = await own.revocationLists(certificates);
        assert.ok(list?.equals(await standIn.revocationList()));
        await own.revocationLists(certificates);
        assert.equal(authority.listsAsked(), before + 1);
        time = new Date(time.getTime() + 3_600_001);
        authority.be('failing');
        await failsWith('TimestampUnavailable', own.revocationLists(certificates)).finally(() =>
          authority.be('well'),
        );
        await own.revocationLists(certificates);
        assert.equal(authority.listsAsked(), before + 2);
      },
    },
    ...ways.map((way) => ({
      name: `no timestamp while the authority is ${way}, within the limit`,
      async run() {
        authority.be(way);
        try {
          const ended = failsWith('TimestampUnavailable', http.stamp(DATA, LIMIT_MS));
          await endsWithin(LIMIT_MS, ended);
          assertSaysNone(await ended, [credentials.password, url]);
        } finally {
          authority.be('well');
        }
      },
    })),
    {
      name: 'an earlier timestamp of the same data is refused',
      async run() {
        await http.stamp(DATA);
        authority.be('replaying');
        await failsWith('TimestampUnavailable', http.stamp(DATA)).finally(() =>
          authority.be('well'),
        );
      },
    },
    {
      name: 'a timestamp of a foreign authority is refused',
      run: async () => void (await refuses({ trusted: [strange.root] })),
    },
    {
      name: 'wrong credentials give no timestamp, and the error does not repeat them',
      async run() {
        const wrong = { user: 'baixi', password: 'an-other-one' };
        assertSaysNone(await refuses({ credentials: wrong }), ['an-other-one', url]);
        await refuses({ credentials: null });
      },
    },
    {
      name: 'no timestamp of another time',
      async run() {
        const later = () => new Date(now().getTime() + 3_600_000);
        const late = createHttpAuthority({ url, credentials, trusted }, later);
        await failsWith('TimestampUnavailable', late.stamp(DATA));
      },
    },
  ];
  const port = 'timestamp';
  return {
    subjects: [
      { port, adapter: 'HTTP', properties: [...ofTimestamps(http), ...faults] },
      { port, adapter: 'stand-in', properties: ofTimestamps(standInTimestamps(strange, now)) },
    ],
    close: authority.close,
  };
}
