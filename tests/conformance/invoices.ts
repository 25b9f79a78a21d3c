// What every adapter to a value-added centre for electronic invoices must do.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type InvoiceCenter,
  type InvoiceMessage,
  InvoiceRefused,
} from '../../server/adapters/invoices/center.ts';
import { createHttpCenter } from '../../server/adapters/invoices/http-center.ts';
import {
  type InvoiceLayoutName,
  invoiceLayoutNames,
} from '../../server/adapters/invoices/layouts.ts';
import { type PortSubjects, type Property, assertSaysNone, endsWithin, failsWith } from './kit.ts';

const LIMIT_MS = 1_000;
const message: InvoiceMessage = {
  id: 'F0401:AB12345678',
  type: 'F0401',
  xml: '<?xml version="1.0" encoding="UTF-8"?>\n<Invoice><Name>百溪</Name></Invoice>\n',
};
const secrets = ['百溪', 'AB12345678', 'to-ken', 'said by the centre'];

type Way = 'accept' | 'refuse' | 'later' | 'denied' | 'silent' | 'redirect' | 'broken';
type Kept = { path: string | undefined; token: string | undefined; xml: string };

const answers: Record<InvoiceLayoutName, Record<string, [number, string]>> = {
  xml: {
    accept: [201, ''],
    known: [409, ''],
    refuse: [422, 'said by the centre'],
    later: [503, 'said by the centre'],
    denied: [401, 'said by the centre'],
  },
  json: {
    accept: [200, '{"code":"OK"}'],
    known: [200, '{"code":"DUPLICATE"}'],
    refuse: [200, '{"code":"E1001","message":"said by the centre"}'],
    later: [200, '{"code":"BUSY"}'],
    denied: [403, 'said by the centre'],
  },
};

/** A centre as a layout describes it; it keeps each id once. */
async function startCenter(layout: InvoiceLayoutName) {
  let way: Way = 'accept';
  const ids = new Set<string>();
  const kept: Kept[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const { url: path, headers } = request;
      const id = String(headers['idempotency-key']);
      const isKnown = ids.has(id);
      // Of a silent or broken answer only the answer is lost.
      if (!isKnown && ['accept', 'silent', 'broken'].includes(way)) {
        ids.add(id);
        const xml = layout === 'json' ? (JSON.parse(body) as { xml: string }).xml : body;
        kept.push({ path, token: headers.authorization, xml });
      }
      if (way === 'silent') return;
      if (way === 'broken') return void response.destroy();
      const [status, text] =
        way === 'redirect'
          ? [302, '']
          : answers[layout][way === 'accept' && isKnown ? 'known' : way]!;
      response.writeHead(status as number, { location: '/elsewhere' }).end(text);
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mig`,
    kept,
    be(next: Way, isFresh = true) {
      way = next;
      if (!isFresh) return;
      kept.length = 0;
      ids.clear();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
type Double = Awaited<ReturnType<typeof startCenter>>;

const failureOf = async (center: InvoiceCenter): Promise<InvoiceRefused> => {
  const error = await failsWith('InvoiceRefused', center.send(message));
  assert.ok(error instanceof InvoiceRefused);
  assertSaysNone(error, secrets);
  return error;
};

const ofAnswers = (center: InvoiceCenter, double: Double, path: string): Property[] => [
  {
    name: 'the message arrives unchanged, with the token',
    async run() {
      double.be('accept');
      await center.send(message);
      assert.deepEqual(double.kept, [{ path, token: 'Bearer to-ken', xml: message.xml }]);
    },
  },
  {
    name: 'a message that the centre knows is a success and no second invoice',
    async run() {
      double.be('accept');
      for (let tries = 0; tries < 3; tries++) await center.send(message);
      assert.equal(double.kept.length, 1);
    },
  },
  ...(['refuse', 'later', 'denied'] as const).map((way) => ({
    name: `an answer (${way}) is repeated only if it may help`,
    async run() {
      double.be(way);
      assert.equal((await failureOf(center)).again, way !== 'refuse');
      assert.deepEqual(double.kept, []);
    },
  })),
  {
    name: 'a redirect is not followed',
    async run() {
      double.be('redirect');
      await failureOf(center);
      assert.deepEqual(double.kept, []);
    },
  },
];

const ofFaults = (center: InvoiceCenter, double: Double, away: InvoiceCenter): Property[] => [
  {
    name: 'silence ends in time',
    async run() {
      double.be('silent');
      await endsWithin(LIMIT_MS, failureOf(center));
    },
  },
  ...(['silent', 'broken'] as const).map((way) => ({
    name: `tries after a lost answer (${way}) make one invoice`,
    async run() {
      double.be(way);
      assert.equal((await failureOf(center)).again, true);
      double.be('accept', false);
      await center.send(message);
      assert.equal(double.kept.length, 1);
    },
  })),
  {
    name: 'an unreachable centre may be asked again',
    run: async () => assert.equal((await failureOf(away)).again, true),
  },
];

export async function openInvoices(): Promise<PortSubjects> {
  const gone = await startCenter('xml');
  gone.close();
  const opened = await Promise.all(
    invoiceLayoutNames.map(async (layout) => {
      const double = await startCenter(layout);
      const centerAt = (url: string) =>
        createHttpCenter({ layout, url, token: 'to-ken', timeoutMs: LIMIT_MS });
      const center = centerAt(double.url);
      const path = layout === 'xml' ? '/mig/F0401' : '/mig';
      const faults = ofFaults(center, double, centerAt(gone.url));
      const properties = [...ofAnswers(center, double, path), ...faults];
      return { double, subject: { port: 'Invoices', adapter: layout, properties } };
    }),
  );
  return {
    subjects: opened.map(({ subject }) => subject),
    async close() {
      for (const { double } of opened) double.close();
    },
  };
}
