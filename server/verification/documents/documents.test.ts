// Test of members' documents: what reviewers receive, what is stored, how old ones are handled.
import { taskList } from '#contract/tasks/lists.ts';
import { describe, expect, test } from 'vitest';
import { verification, verificationOffice } from '#contract/verification/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import { newOperator, newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { inspectPdf, sneakyPdfs } from '../../../tests/files/sneaky-pdfs.ts';

const server = useServer();
const proof = { kind: 1, monthlyIncome: 40_000, from: '2026-05-01', to: '2026-10-31' };
const attached = (bytes: Buffer) => [
  { name: 'image', filename: '薪資單.pdf', type: 'application/pdf', bytes },
];

type Paper = { id: string; task: string; member: Person; reviewer: Person };

async function handedIn(bytes: Buffer): Promise<Paper> {
  const member = await newVerifiedMember(server);
  const how = { token: member.token, files: attached(bytes) };
  const { data } = await server.ok(verification.sendFinancialStatement, proof, how);
  const reviewer = await newOperator(server, ['reviewer']);
  const query = { kind: 'financial_review' as const };
  const list = await server.ok(taskList, query, { token: reviewer.token });
  const task = list.data.find(({ subject }) => subject.id === data.id)!;
  return { id: data.files[0]!.id, task: task.id, member, reviewer };
}

const opened = ({ id, task, reviewer: { token } }: Paper) =>
  server.ask(verificationOffice.readUpload, { id, task }, { token });

async function rowOf(id: string) {
  const [row] = await server.rows<{ stored: StoredFile; original: StoredFile | null }>(
    'select stored, original from verification.upload where id = $1',
    [id],
  );
  return row!;
}

/** Stores a document without re-encoding, as earlier versions of the program did. */
async function storedAsItCame(paper: Paper, bytes: Buffer): Promise<void> {
  const stored = await server.services.files.put(bytes, 'application/pdf');
  await server.rows('update verification.upload set stored = $2, original = null where id = $1', [
    paper.id,
    stored,
  ]);
}

describe('a document that may be harmful', () => {
  const passing = ['a script behind <41>>>', 'an address', 'a share of the network', 'a program'];

  test.each(passing)('%s is shown to the reviewer as pictures', async (what) => {
    const bytes = sneakyPdfs[what]!;
    const paper = await handedIn(bytes);
    const { status, body, headers } = await opened(paper);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
    const look = inspectPdf(body as Buffer);
    expect([look.otherNames, look.pictures.length]).toEqual([[], 1]);
    const own = { token: paper.member.token };
    const back = await server.ask(verificationChanges.ownUpload, { id: paper.id }, own);
    expect(inspectPdf(back.body as Buffer).otherNames).toEqual([]);
    expect(back.headers.get('content-disposition')).toMatch(/^attachment; /);
    // The original is stored as well, with a content type that no browser opens.
    const { stored, original } = await rowOf(paper.id);
    expect(original).toMatchObject({ contentType: 'application/octet-stream' });
    expect(original!.key).not.toBe(stored.key);
    expect((await server.services.files.get(original!)).equals(bytes)).toBe(true);
  });

  test.each(Object.keys(sneakyPdfs))(
    '%s from before is rendered when first opened',
    async (what) => {
      const bytes = sneakyPdfs[what]!;
      const paper = await handedIn(sneakyPdfs['an address']!);
      await storedAsItCame(paper, bytes);
      const both = await Promise.all([opened(paper), opened(paper)]);
      for (const { status, body } of both) {
        expect(status).toBe(200);
        expect(inspectPdf(body as Buffer).otherNames).toEqual([]);
      }
      const { stored, original } = await rowOf(paper.id);
      expect((await server.services.files.get(original!)).equals(bytes)).toBe(true);
      const again = await opened(paper);
      expect((again.body as Buffer).equals(both[0].body as Buffer)).toBe(true);
      expect((await rowOf(paper.id)).stored).toEqual(stored);
    },
  );
});

test('a document from before that cannot be rendered is opened by nobody', async () => {
  const paper = await handedIn(sneakyPdfs['an address']!);
  await storedAsItCame(paper, Buffer.from('%PDF-1.7 and nothing else'));
  expect(await opened(paper)).toMatchObject({ status: 422, code: 'FILE_BROKEN' });
  const own = { token: paper.member.token };
  const back = await server.ask(verificationChanges.ownUpload, { id: paper.id }, own);
  expect([back.status, back.code]).toEqual([422, 'FILE_BROKEN']);
  expect((await rowOf(paper.id)).original).toBeNull();
});
