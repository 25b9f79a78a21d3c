// Test of a supplement over HTTP: returned items are supplied again, then the verification is
// resubmitted.
import { taskList } from '#contract/tasks/lists.ts';
import { describe, expect, test } from 'vitest';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { verification } from '#contract/verification/calls.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { bankAccount, idNames, issue, pictures, stepsOn } from '../../../tests/actors/verifying.ts';
import { db } from '../../database/db.ts';
import { payoutAccountOf, personOf } from '../person.ts';

const server = useServer();
const { giveAgain, giveBank, giveBasic, giveId, infoOf, memberAt } = stepsOn(server);

async function taskOf(operator: Person, member: Person) {
  const asked = { kind: 'identity_review', item_per_page: 200 } as const;
  const { data } = await server.ok(taskList, asked, { token: operator.token });
  return data.find(({ subject }) => subject.id === String(member.id))?.id ?? '999999';
}

const decide = async (operator: Person, member: Person, decision: object) =>
  server.ask(
    tasksOffice.decideTask,
    { id: await taskOf(operator, member), ...decision },
    { token: operator.token },
  );

/** Creates a member to whom these items of the verification were returned. */
async function sentBack(items: { item: string; fields?: string[]; reason: string }[]) {
  const member = await memberAt(4);
  const operator = await newOperator(server, ['reviewer']);
  expect((await decide(operator, member, { decision: 'supplement', items })).status).toBe(200);
  return { member, operator };
}

const submit = ({ token }: Person) =>
  server.ask(verificationChanges.submitSupplement, {}, { token });
const listOf = async ({ token }: Person) =>
  (await server.ok(verificationChanges.verifySupplemental, {}, { token })).data;

describe('a supplement', () => {
  test('is sent item by item and submitted by the member', async () => {
    const { member, operator } = await sentBack([
      { item: 'id', fields: ['selfie', 'idIssueCity'], reason: '自拍照模糊' },
      { item: 'bank', reason: '帳號與存摺不符' },
    ]);
    expect(await infoOf(member)).toMatchObject({
      verifiedIDStage: 4,
      verifiedIDstatus: 2,
      items: { basic: true, id: false, bank: false },
      supplement: [
        { item: 'id', fields: ['selfie', 'idIssueCity'], reason: '自拍照模糊' },
        { item: 'bank', fields: [], reason: '帳號與存摺不符' },
      ],
    });
    const list = await listOf(member);
    expect(list).toMatchObject({
      canSubmit: false,
      items: [
        { item: 'id', given: false, previous: { idIssueCity: '新北市' } },
        {
          item: 'bank',
          given: false,
          previous: { bankCode: '812 台新國際商業銀行', account: '****5678' },
        },
      ],
    });
    expect(list.items[0]?.uploads.map(({ field }) => field)).toEqual(['selfie']);
    expect((await submit(member)).code).toBe('SUPPLEMENT_INCOMPLETE');

    const city = { idIssueCity: '桃市' };
    const given = await giveAgain('supplementIdInfo', member, city, ['selfie']);
    expect(given.body.info).toMatchObject({ verifiedIDstatus: 2, items: { id: true } });
    expect((await submit(member)).code).toBe('SUPPLEMENT_INCOMPLETE');
    const other = { ...bankAccount, account: '1111222233334444' };
    const bank = await giveAgain('supplementBankInfo', member, other, ['image']);
    expect(bank.body.info).toMatchObject({ verifiedIDstatus: 2, items: { bank: true } });
    expect((await listOf(member)).canSubmit).toBe(true);

    const done = await submit(member);
    expect(done.body.info).toMatchObject({ verifiedIDstatus: 1, supplement: [] });
    expect((await submit(member)).code).toBe('NOTHING_TO_SUPPLEMENT');
    const tx = db(server.services.pool);
    expect(await payoutAccountOf(tx, server.services, member.id)).toBeNull();
    expect((await decide(operator, member, { decision: 'approve' })).status).toBe(200);
    const inForce = await payoutAccountOf(tx, server.services, member.id);
    expect(inForce?.account).toBe('1111222233334444');
    const [row] = await server.rows<{ uploads: Record<string, number> }>(
      `select id_document -> 'uploads' as uploads from verification.profile where member_id = $1`,
      [member.id],
    );
    expect(Object.keys(row?.uploads ?? {}).toSorted()).toEqual([...idNames].toSorted());
    const changed = Number(row?.uploads['selfie']) > Number(row?.uploads['secondId']);
    expect(changed).toBe(true);
  });

  test('of personal data changes the returned fields and no other', async () => {
    const { member } = await sentBack([
      { item: 'basic', fields: ['name', 'company'], reason: '姓名與證件不符' },
    ]);
    expect((await listOf(member)).items[0]?.previous).toEqual({
      name: '林小溪',
      company: '百川醫院',
    });
    const send = (input: object) =>
      server.ask(verification.personalInfo, input, { token: member.token });
    expect((await send({ name: '林大溪', birthday: '1980-01-01' })).code).toBe('INVALID_INPUT');
    expect((await send({ company: '百溪診所' })).code).toBe('INVALID_INPUT');
    expect((await send({ name: '林大溪', company: '百溪診所' })).status).toBe(200);
    const tx = db(server.services.pool);
    expect(await personOf(tx, server.services, member.id)).toMatchObject({
      name: '林大溪',
      company: '百溪診所',
      birthday: '1992-02-29',
      jobTitle: '護理師',
    });
    const again = await Promise.all(Array.from({ length: 5 }, () => submit(member)));
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('of personal data without named fields accepts all of them', async () => {
    const { member } = await sentBack([{ item: 'basic', reason: '請重新填寫' }]);
    expect((await giveBasic(member, { idNumber: 'A123456788' })).code).toBe('INVALID_INPUT');
    const { token } = member;
    const part = { name: '林大溪' };
    expect(await server.refused(verification.personalInfo, part, { token })).toBe('INVALID_INPUT');
    expect((await giveBasic(member)).body.info.items.basic).toBe(true);
  });

  test.each([
    ['INVALID_INPUT', 'supplementIdInfo', {}, ['selfie', 'idBack']],
    ['FILES_MISSING', 'supplementIdInfo', {}, []],
    ['INVALID_INPUT', 'supplementIdInfo', { idIssueCity: '北市' }, ['selfie']],
    ['FILES_MISSING', 'supplementBankInfo', bankAccount, []],
    ['BANK_UNKNOWN', 'supplementBankInfo', { ...bankAccount, bankCode: '999' }, ['image']],
    ['INVALID_INPUT', 'supplementBankInfo', { bankCode: '812' }, ['image']],
  ] as const)('refuses %s: %s %j with %j', async (code, call, input, names) => {
    const { member } = await sentBack([
      { item: 'id', fields: ['selfie'], reason: '模糊' },
      { item: 'bank', reason: '不符' },
    ]);
    expect((await giveAgain(call, member, input, names)).code).toBe(code);
    expect((await infoOf(member)).items).toMatchObject({ id: false, bank: false });
  });

  test('is only for what was returned, and only then', async () => {
    const { member } = await sentBack([{ item: 'id', reason: '模糊' }]);
    const bank = await giveAgain('supplementBankInfo', member, bankAccount, ['image']);
    expect(bank.code).toBe('NOTHING_TO_SUPPLEMENT');
    expect((await giveBasic(member)).code).toBe('NOTHING_TO_SUPPLEMENT');
    for (const give of [giveId, giveBank]) expect((await give(member)).code).toBe('STAGE_ORDER');
    const reviewed = await memberAt(4);
    const early = await giveAgain('supplementIdInfo', reviewed, issue, idNames);
    expect(early.code).toBe('NOTHING_TO_SUPPLEMENT');
    expect(await listOf(reviewed)).toEqual({ items: [], canSubmit: false });
  });

  test('requests no field that does not exist', async () => {
    const member = await memberAt(4);
    const operator = await newOperator(server, ['reviewer']);
    const items = [{ item: 'id', fields: ['passport'], reason: '缺' }];
    const answer = await decide(operator, member, { decision: 'supplement', items });
    expect(answer.code).toBe('DECISION_INVALID');
  });
});

describe('own documents', () => {
  const read = ({ token }: Person, id: string) =>
    server.ask(verificationChanges.ownUpload, { id }, { token });

  test('are read by their owner with a log entry, and by no other member', async () => {
    const { member } = await sentBack([{ item: 'id', fields: ['selfie'], reason: '模糊' }]);
    const id = (await listOf(member)).items[0]?.uploads[0]?.id ?? '0';
    const answer = await read(member, id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    const trace = await server.rows(
      `select actor_type from tasks.audit where subject_id = $1
       and action = 'verification.upload_read'`,
      [member.id],
    );
    expect(trace).toEqual([{ actor_type: 'member' }]);
    const other = await memberAt(1);
    expect((await read(other, id)).code).toBe('NOT_FOUND');
    expect((await read(member, '999999')).code).toBe('NOT_FOUND');
  });

  test('are deleted when the call that sent them fails', async () => {
    const member = await memberAt(1);
    const files = await pictures(...idNames);
    const kept: string[] = [];
    const { receive, reserve } = server.services.files;
    Object.assign(server.services.files, {
      async receive(...given: Parameters<typeof receive>) {
        const stored = await receive(...given);
        kept.push(stored.key);
        return stored;
      },
      reserve(...given: Parameters<typeof reserve>) {
        const { written, ...place } = reserve(...given);
        const named: typeof written = (seal) => {
          const stored = written(seal);
          kept.push(stored.key);
          return stored;
        };
        return { ...place, written: named };
      },
    });
    await server.ask(verification.idInfo, issue, { token: member.token, files });
    Object.assign(server.services.files, { receive, reserve });
    // Each file was stored twice, in its original and its sanitised form.
    expect(kept).toHaveLength(8);
    for (const key of kept) {
      const gone = { key, contentType: 'image/jpeg', iv: '', tag: '', wrappedKey: '' };
      await expect(server.services.files.get({ ...gone, bytes: 0, sha256: '' })).rejects.toThrow(
        'cannot be read',
      );
    }
  });
});
