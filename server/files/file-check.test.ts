// Tests of damaged files on a server with S3: the answer, the one task for each file, the metric,
// and the nightly check. Also tests what happens while the file store is unavailable.
import { taskList } from '#contract/tasks/lists.ts';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { filePlaces } from '#contract/tasks/file-faults.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { startS3 } from '../../tests/doubles/s3.ts';
import { type Person, newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { bankAccount, pictures, stepsOn } from '../../tests/actors/verifying.ts';
import { storedKeys } from '../../tests/files/stored-files.ts';
import type { StoredFile } from '../adapters/files/files.ts';
import { db } from '../database/db.ts';
import { tasksOf } from '../worker.ts';
import { checkFiles, nightJobs } from './file-check.ts';
import { countFiles } from './file-queries.ts';

const s3 = await startS3();
const { bucket, endpoint, keyId, region, secret } = s3.settings;
const server = useServer({
  environment: {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_KEY_ID: keyId,
    S3_SECRET: secret,
    METRICS_PORT: '0',
  },
});
const { memberAt } = stepsOn(server);
afterAll(() => s3.stop());
beforeEach(() => s3.fail('none'));

type Upload = { id: number; stored: StoredFile };
const uploadsOf = ({ id }: Person) =>
  server.rows<Upload>(
    'select id, stored from verification.upload where member_id = $1 order by id',
    [id],
  );
const read = ({ token }: Person, { id }: Upload) =>
  server.ask(verificationChanges.ownUpload, { id: String(id) }, { token });
const bytesOf = (upload: Upload) => s3.objects.get(upload.stored.key)!;
const tasks = () =>
  server.rows<{ label: string; detail: object; status: string; decision: string | null }>(
    `select subject_label as label, detail, status, decision from tasks.task
     where kind = 'file_damage' order by id`,
  );
const openTasks = async () => (await tasks()).filter(({ status }) => status === 'open');

describe('a damaged file', () => {
  test('is answered with 410, is counted, and has one task until it is whole', async () => {
    const member = await memberAt(3);
    const uploads = await uploadsOf(member);
    // A file that is replaced by a shorter one is reported as truncated.
    const [swapped, altered, cut, lost] = uploads.toSorted(
      (a, b) => a.stored.bytes - b.stored.bytes,
    );
    const whole = new Map(s3.objects);
    const change = (upload: Upload, bytes: Buffer) =>
      void s3.objects.set(upload.stored.key, { ...bytesOf(upload), bytes });
    s3.objects.delete(lost!.stored.key);
    change(cut!, bytesOf(cut!).bytes.subarray(0, 100));
    const flipped = Buffer.from(bytesOf(altered!).bytes);
    flipped[flipped.length - 1]! ^= 1;
    change(swapped!, bytesOf(altered!).bytes);
    change(altered!, flipped);

    for (const upload of [lost!, cut!, altered!, swapped!]) {
      for (const _ of [1, 2]) {
        const answer = await read(member, upload);
        expect([answer.status, answer.code]).toEqual([410, 'FILE_DAMAGED']);
        expect(answer.body).toMatchObject({ message: expect.stringContaining('專人處理') });
      }
    }
    await expect.poll(async () => (await openTasks()).length).toBe(4);
    const kinds = (await openTasks()).map(({ detail }) => (detail as { fault: string }).fault);
    expect(kinds.toSorted()).toEqual(['altered', 'altered', 'missing', 'truncated']);
    expect((await openTasks())[0]).toMatchObject({
      label: expect.stringMatching(/^會員文件 \d+：/),
      detail: { place: 'verification.upload', fileKey: expect.any(String) },
    });
    const metrics = await (await fetch(`${server.metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/files_damaged_total\{fault="missing"\} [1-9]/);

    const admin = await newOperator(server, ['admin']);
    const asked = { kind: 'file_damage' } as const;
    const { data } = await server.ok(taskList, asked, { token: admin.token });
    expect(data).toHaveLength(4);
    const task = await server.ok(tasksOffice.getTask, { id: data[0]!.id }, { token: admin.token });
    expect(task.data.detail).toMatchObject({ place: 'verification.upload' });

    for (const [key, object] of whole) s3.objects.set(key, object);
    expect((await read(member, lost!)).status).toBe(200);
    expect(await checkFiles(server.services)).toMatchObject({ damaged: 0, roundEnded: true });
    expect(await openTasks()).toEqual([]);
    expect(new Set((await tasks()).map(({ decision }) => decision))).toEqual(new Set(['repaired']));
  });

  test('is found by the nightly check, which resumes where its time ended', async () => {
    const member = await memberAt(3);
    const [first, second] = await uploadsOf(member);
    const { files } = await countFiles(db(server.services.pool));
    bytesOf(first!).bytes = randomBytes(10);
    expect(await checkFiles(server.services, 0)).toEqual({
      checked: 0,
      damaged: 0,
      roundEnded: false,
    });
    const half = second!.stored.key < first!.stored.key ? second! : first!;
    await server.rows(
      `insert into app.setting (key, value) values ('files_checked', to_jsonb($1::text))
       on conflict (key) do update set value = excluded.value`,
      [half.stored.key],
    );
    const rest = await checkFiles(server.services);
    expect(rest.roundEnded).toBe(true);
    expect(rest.checked).toBeLessThan(files);
    const again = await checkFiles(server.services);
    expect(again).toEqual({ checked: files, damaged: 1, roundEnded: true });
    await expect.poll(async () => (await openTasks()).length).toBe(1);

    // After a person has decided the task, no further task is opened although the file is still
    // damaged.
    await server.rows(`update tasks.task set status = 'done' where kind = 'file_damage'`);
    await checkFiles(server.services);
    expect((await read(member, first!)).status).toBe(410);
    expect(await openTasks()).toEqual([]);
  });

  test('has a task although many other faults were decided and remain', async () => {
    const member = await memberAt(3);
    const [first] = await uploadsOf(member);
    await server.rows(`insert into app.file_fault (file_key, fault, found_at)
      select 'decided ' || n, 'missing', now() from generate_series(1, 60) n`);
    s3.objects.delete(first!.stored.key);
    expect((await read(member, first!)).status).toBe(410);
    await expect.poll(async () => (await openTasks()).length).toBe(1);
    await server.rows(`update tasks.task set status = 'done' where kind = 'file_damage'`);
    await server.rows(`delete from app.file_fault where file_key like 'decided %'`);
  });

  test('of which nobody knows what it is leaves no trace', async () => {
    const file = await server.services.files.put(Buffer.from('x'), 'image/png');
    s3.objects.delete(file.key);
    await expect(server.services.files.get(file)).rejects.toThrow('missing');
    expect(await server.rows('select from app.file_fault where file_key = $1', [file.key])).toEqual(
      [],
    );
  });
});

test('a sweep that fails repeats neither the check nor the purge', async () => {
  const ran = async (name: string) =>
    (
      await server.rows<{ at: Date }>('select started_at as at from app.job where name = $1', [
        name,
      ])
    )[0]?.at;
  const tasks = tasksOf(server.services);
  await tasks.checkFiles();
  const before = await ran('files.check');
  const failing = vi.spyOn(server.services.files, 'keysBefore').mockImplementation(() => {
    throw new Error('no list');
  });
  await expect(tasks.sweepFiles()).rejects.toThrow('no list');
  await tasks.purge();
  failing.mockRestore();
  expect(before).toBeInstanceOf(Date);
  expect(await ran('files.check')).toEqual(before);
  await tasks.sweepFiles();
});

describe('while the store is away', () => {
  const send = async ({ token }: Person) =>
    server.ask(verification.bankInfo, bankAccount, { token, files: await pictures('image') });

  test.each(['silent', 'busy', 'down'] as const)(
    'uploads and reads wait a bounded time (%s), and nothing is half recorded',
    async (how) => {
      const member = await memberAt(3);
      const before = await uploadsOf(member);
      const objects = s3.objects.size;
      if (how === 'down') await s3.stop();
      else s3.fail(how);
      const began = performance.now();
      const answer = await send(member);
      const seconds = (performance.now() - began) / 1000;
      const opened = await read(member, before[0]!);
      if (how === 'down') await s3.start();
      s3.fail('none');
      expect([answer.status, answer.code]).toEqual([503, 'BUSY']);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(seconds).toBeLessThan(10);
      expect(opened.status).toBe(503);
      expect(await uploadsOf(member)).toEqual(before);
      expect(s3.objects.size).toBe(objects);
      // Shortly afterwards the server tries the file store again.
      await expect.poll(async () => (await send(member)).status).toBe(200);
      expect((await storedKeys(server.services)).length).toBe(objects + 1);
    },
  );

  test('the nightly check fails, reports no damage, and goes on the next night', async () => {
    s3.fail('busy');
    for (const { name, run } of nightJobs) {
      await expect(run(server.services), name).rejects.toMatchObject({ name: 'StoreUnavailable' });
    }
    expect(await openTasks()).toEqual([]);
  });
});

test('every column that names files is in the list of the check', async () => {
  const columns = await server.rows<{ place: string }>(
    `select distinct table_schema || '.' || table_name as place from information_schema.columns
     where data_type = 'jsonb' and column_name in ('stored', 'original')`,
  );
  expect(columns.map(({ place }) => place).toSorted()).toEqual([...filePlaces].toSorted());
  const { files } = await countFiles(db(server.services.pool));
  const [all] = await server.rows<{ n: number }>(
    `select (select count(*) from verification.upload)::int
       + (select count(*) from verification.upload where original is not null)::int
       + (select count(*) from banking.statement)::int
       + (select count(*) from lending.signature)::int
       + (select count(*) from lending.contract)::int
       + (select count(*) from content.image where stored is not null)::int as n`,
  );
  expect(files).toBe(all!.n);
});
