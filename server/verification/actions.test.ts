// Test of the four verification steps over HTTP: answers, refusals, races, and stored data.
import { describe, expect, test } from 'vitest';
import { verification } from '#contract/verification/calls.ts';
import {
  codeSentTo,
  fromElsewhere,
  messagesTo,
  newIdNumber,
  newMember,
  newPhone,
  newVerifiedMember,
} from '../../tests/actors/people.ts';
import { badBytes, lockedPdf, pdf } from '../../tests/files/bad-files.ts';
import { useServer } from '../../tests/server.ts';
import { setting, without } from '../../tests/actors/settings.ts';
import {
  address,
  bankAccount,
  idNames,
  issue,
  personalInfo,
  pictures,
  stepsOn,
} from '../../tests/actors/verifying.ts';
import { db } from '../database/db.ts';
import { payoutAccountOf, personOf } from './person.ts';

const server = useServer();
const { giveBank, giveBasic, giveId, givePhone, infoOf, memberAt } = stepsOn(server);

describe('the phone', () => {
  test('is confirmed by its code and stored sealed', async () => {
    const member = await newMember(server);
    const phone = await givePhone(member);
    expect(await infoOf(member)).toMatchObject({
      verifiedIDStage: 1,
      verifiedIDstatus: 0,
      verificationStatus: 2,
      items: { phone: true, basic: false, id: false, bank: false },
    });
    const [row] = await server.rows<{ phone: string }>(
      'select phone from verification.profile where member_id = $1',
      [member.id],
    );
    expect(row?.phone).toMatch(/^s2\./);
    expect(row?.phone).not.toContain(phone);
  });

  test('twenty uses of one code at once: exactly one succeeds, and it counts once', async () => {
    const member = await newMember(server);
    const phoneNumber = newPhone();
    await server.ok(verification.sendSmsCode, { phoneNumber }, { token: member.token });
    const smsCode = await codeSentTo(server, phoneNumber);
    const attempt = () =>
      server.ask(
        verification.identifyPhone,
        { phoneNumber, smsCode },
        { token: member.token, headers: fromElsewhere() },
      );
    const answers = await Promise.all(Array.from({ length: 20 }, attempt));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const moves = await server.rows(
      `select from tasks.audit where subject_type = 'member' and subject_id = $1
       and action = 'verification.phone'`,
      [member.id],
    );
    expect(moves).toHaveLength(1);
  });

  test('five wrong tries end the code; a wrong one returns how many are left', async () => {
    const { token } = await newMember(server);
    const phoneNumber = newPhone();
    await server.ok(verification.sendSmsCode, { phoneNumber }, { token });
    const right = await codeSentTo(server, phoneNumber);
    const smsCode = right === '000000' ? '000001' : '000000';
    for (let left = 4; left >= 0; left -= 1) {
      const wrong = { phoneNumber, smsCode };
      const { code, body } = await server.ask(verification.identifyPhone, wrong, { token });
      expect([code, (body as unknown as { data: object }).data]).toEqual([
        'SMS_CODE_INVALID',
        { triesLeft: left },
      ]);
    }
    const late = { phoneNumber, smsCode: right };
    expect(await server.refused(verification.identifyPhone, late, { token })).toBe(
      'SMS_CODE_EXPIRED',
    );
  });

  test('is requested once a minute and ten times a day, by anybody', async () => {
    const [one, other] = [await newMember(server), await newMember(server)];
    const phoneNumber = newPhone();
    await server.ok(verification.sendSmsCode, { phoneNumber }, { token: one.token });
    for (const { token } of [one, other]) {
      const answer = await server.ask(verification.sendSmsCode, { phoneNumber }, { token });
      expect(answer.code).toBe('TOO_MANY_REQUESTS');
    }
    const elsewhere = { phoneNumber: newPhone() };
    const asked = server.refused(verification.sendSmsCode, elsewhere, { token: one.token });
    expect(await asked).toBe('TOO_MANY_REQUESTS');
    await server.rows(
      `update identity.sms_code set created_at = created_at - interval '2 minutes'
       where member_id = $1`,
      [one.id],
    );
    await server.rows(
      `insert into identity.sms_code (member_id, purpose, phone_hash, code_hash, created_at,
         expires_at) select member_id, purpose, phone_hash, code_hash, created_at, expires_at
       from identity.sms_code, generate_series(1, 9) where member_id = $1`,
      [one.id],
    );
    const eleventh = await server.ask(
      verification.sendSmsCode,
      { phoneNumber },
      { token: other.token },
    );
    expect(eleventh.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await messagesTo(server, phoneNumber)).toHaveLength(1);
  });

  test('ten concurrent requests send one message', async () => {
    const { token } = await newMember(server);
    const phoneNumber = newPhone();
    const ask = () => server.ask(verification.sendSmsCode, { phoneNumber }, { token });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await messagesTo(server, phoneNumber)).toHaveLength(1);
  });

  test('confirmed by two concurrently belongs to one', async () => {
    const members = [await newMember(server), await newMember(server)];
    const phoneNumber = newPhone();
    const attempts = [];
    for (const { id, token } of members) {
      await server.ok(verification.sendSmsCode, { phoneNumber }, { token });
      const smsCode = await codeSentTo(server, phoneNumber);
      attempts.push({ token, smsCode });
      await server.rows(
        `update identity.sms_code set created_at = created_at - interval '2 minutes'
         where member_id = $1`,
        [id],
      );
    }
    const answers = await Promise.all(
      attempts.map(({ token, smsCode }) =>
        server.ask(verification.identifyPhone, { phoneNumber, smsCode }, { token }),
      ),
    );
    expect(answers.map(({ code }) => code ?? 'ok').toSorted()).toEqual(['PHONE_TAKEN', 'ok']);
  });

  test('cannot be changed after the file is submitted', async () => {
    const { token } = await newVerifiedMember(server);
    const phone = { phoneNumber: newPhone() };
    expect(await server.refused(verification.sendSmsCode, phone, { token })).toBe('STAGE_ORDER');
    const confirm = { ...phone, smsCode: '123456' };
    expect(await server.refused(verification.identifyPhone, confirm, { token })).toBe(
      'STAGE_ORDER',
    );
  });
});

describe('personal data', () => {
  test('may come with fields that the server does not know, which it ignores', async () => {
    const member = await memberAt(1);
    const given = { ...personalInfo(), nickname: '小溪' };
    const { status, body } = await server.ask(verification.personalInfo, given, {
      token: member.token,
    });
    expect([status, body.info?.verifiedIDStage]).toEqual([200, 2]);
  });
  test('is stored sealed and returned to those who need it', async () => {
    const member = await memberAt(1);
    const given = personalInfo();
    const { info } = await server.ok(verification.personalInfo, given, { token: member.token });
    expect(info).toMatchObject({ verifiedIDStage: 2, items: { basic: true } });
    const found = await personOf(db(server.services.pool), server.services, member.id);
    expect(found).toMatchObject({
      name: '林小溪',
      idNumber: given.idNumber,
      birthday: '1992-02-29',
      city: '新北市',
      address: '220 新北市板橋區文化路一段 1 號',
      occupation: 104,
    });
    const [row] = await server.rows<object>(
      'select * from verification.profile where member_id = $1',
      [member.id],
    );
    const stored = JSON.stringify(row);
    for (const secret of [given.idNumber, given.name, given.birthday, address.road]) {
      expect(stored).not.toContain(secret);
    }
  });

  test.each([
    ['STAGE_ORDER', 0, {}],
    ['UNDERAGE', 1, { birthday: '2010-01-01' }],
    ['INVALID_INPUT', 1, { idNumber: 'A123456788' }],
    ['INVALID_INPUT', 1, { occupation: 199 }],
    ['INVALID_INPUT', 1, { fundSource: [] }],
  ] as const)('refuses %s at stage %i', async (code, stage, more) => {
    const member = await memberAt(stage);
    expect((await giveBasic(member, more)).code).toBe(code);
    expect((await infoOf(member)).verifiedIDStage).toBe(stage);
  });

  test('accepts what the lists offer now, and no more', async () => {
    const member = await memberAt(1);
    await setting(server, 'fundSources', without('fundSources', '6'));
    const { data } = await server.ok(verification.sourceOptions, {}, member);
    expect(data.map(({ id }) => id)).not.toContain(6);
    const { code, body } = await giveBasic(member);
    expect(code).toBe('OPTION_CLOSED');
    expect(Object.keys((body as unknown as { fields: object }).fields)).toEqual(['fundSource']);
    expect((await giveBasic(member, { fundSource: [1] })).code).toBeNull();
    await setting(server, 'fundSources', without('fundSources'));
  });

  test('one person has one account, also with concurrent registrations', async () => {
    const members = [await memberAt(1), await memberAt(1)];
    const idNumber = newIdNumber();
    const answers = await Promise.all(members.map((member) => giveBasic(member, { idNumber })));
    expect(answers.map(({ code }) => code ?? 'ok').toSorted()).toEqual(['ID_NUMBER_TAKEN', 'ok']);
  });
});

describe('ID documents and the bank account', () => {
  test('complete the file, which is reviewed with its documents encrypted', async () => {
    const member = await memberAt(3);
    const { body } = await giveBank(member, {}, ['image', 'image']);
    expect(body.info).toMatchObject({
      verifiedIDStage: 4,
      verifiedIDstatus: 1,
      verificationStatus: 2,
      items: { phone: true, basic: true, id: true, bank: true },
    });
    const papers = await server.rows<{ name: string; key: string }>(
      `select name, stored ->> 'key' as key from verification.upload where member_id = $1
       order by id`,
      [member.id],
    );
    expect(papers.map(({ name }) => name)).toEqual([...idNames, 'image', 'image']);
    const tx = db(server.services.pool);
    expect(await payoutAccountOf(tx, server.services, member.id)).toBeNull();
    expect((await giveBank(member)).code).toBe('STAGE_ORDER');
    expect((await giveBasic(member)).code).toBe('STAGE_ORDER');
  });

  test.each([
    ['STAGE_ORDER', 1, {}, idNames],
    ['FILES_MISSING', 2, {}, idNames.slice(1)],
    ['FILES_MISSING', 2, {}, ['idFront', 'idFront', 'secondId', 'selfie']],
    ['INVALID_INPUT', 2, { idIssueDate: '2199-01-01' }, idNames],
    ['INVALID_INPUT', 2, {}, [...idNames.slice(1), 'passport']],
  ] as const)('ID: refuses %s at stage %i and stores nothing', async (code, stage, more, names) => {
    const member = await memberAt(stage);
    expect((await giveId(member, more, [...names])).code).toBe(code);
    const kept = 'select from verification.upload where member_id = $1';
    expect(await server.rows(kept, [member.id])).toEqual([]);
  });

  test.each([
    ['BANK_UNKNOWN', { bankCode: '999' }, ['image']],
    ['FILES_MISSING', {}, []],
    ['INVALID_INPUT', { account: '12345' }, ['image']],
  ])('bank: refuses %s', async (code, more, names) => {
    const member = await memberAt(3);
    expect((await giveBank(member, more, names)).code).toBe(code);
    expect((await infoOf(member)).verifiedIDstatus).toBe(0);
  });

  test('a repeat with the same key returns the same and stores each document once', async () => {
    const member = await memberAt(2);
    const { token } = member;
    const again = async (call: 'idInfo' | 'bankInfo', input: object, names: string[]) => {
      const how = { token, key: `again-${call}-${member.id}`, files: await pictures(...names) };
      const [first, second] = [
        await server.ask(verification[call], input, how),
        await server.ask(verification[call], input, how),
      ];
      expect(first.status).toBe(200);
      expect([second.status, second.body]).toEqual([first.status, first.body]);
    };
    await again('idInfo', issue, idNames);
    await again('bankInfo', bankAccount, ['image']);
    const kept = await server.rows<{ name: string }>(
      'select name from verification.upload where member_id = $1 order by id',
      [member.id],
    );
    expect(kept.map(({ name }) => name)).toEqual([...idNames, 'image']);
    const reviews = await server.rows(
      `select from tasks.task where kind = 'identity_review' and subject_id = $1`,
      [member.id],
    );
    expect(reviews).toHaveLength(1);
  });

  test('bank: requires the steps before it', async () => {
    expect((await giveBank(await memberAt(2))).code).toBe('STAGE_ORDER');
  });
});

describe('files', () => {
  const proof = { kind: 1, monthlyIncome: 40_000, from: '2026-05-01', to: '2026-10-31' };

  test.each([
    'FILE_TYPE',
    'FILE_BROKEN',
    'FILE_PIXELS',
    'FILE_SIZE',
    'FILE_ENCRYPTED',
    'FILE_ACTIVE',
  ])('%s is reported at every step that accepts files, and nothing is stored', async (code) => {
    const bytes = await badBytes(code);
    const fileAs = (name: string) => ({ name, filename: 'a.jpg', type: 'image/jpeg', bytes });
    const member = await memberAt(2);
    const { token } = member;
    const files = [fileAs('idFront'), ...(await pictures(...idNames.slice(1)))];
    expect(await server.refused(verification.idInfo, issue, { token, files })).toBe(code);
    const image = { token, files: [fileAs('image')] };
    expect(await server.refused(verification.bankInfo, bankAccount, image)).toBe(code);
    expect(await server.refused(verification.sendFinancialStatement, proof, image)).toBe(code);
    const kept = 'select from verification.upload where member_id = $1';
    expect(await server.rows(kept, [member.id])).toEqual([]);
  });

  const named = (bytes: Buffer) => [
    { name: 'image', filename: 'a.pdf', type: 'application/pdf', bytes },
  ];
  const archive = Buffer.concat([pdf(''), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  test.each([
    ['encrypted', lockedPdf, '密碼保護'],
    ['with a script', pdf('/OpenAction << /S /JavaScript /JS (x) >>'), '含有程式'],
    ['with a file inside', pdf('/Names << /EmbeddedFiles 9 0 R >>'), '內嵌其他檔案'],
    ['that is an archive too', archive, '內嵌其他檔案'],
    ['cut off', pdf('').subarray(0, -20), '已損壞'],
    ['with bytes before its head', Buffer.concat([Buffer.from('\n\n'), pdf('')]), '已損壞'],
    ['of a few bytes', Buffer.from('%PDF-1.7'), '已損壞'],
  ])('a PDF %s gets its reason, and never that PDF is accepted', async (_what, bytes, words) => {
    const { token } = await memberAt(2);
    const how = { token, files: named(bytes) };
    const { body } = await server.ask(verification.sendFinancialStatement, proof, how);
    const { message } = body as unknown as { message: string };
    expect(message).toContain(words);
    expect(message).not.toContain('僅接受');
  });
  test('where only pictures are accepted, a refusal names no PDF among them', async () => {
    const { token } = await memberAt(2);
    for (const bytes of [pdf(''), Buffer.from('this is no picture at all')]) {
      const how = { token, files: named(bytes) };
      const { status, code, body } = await server.ask(verification.bankInfo, bankAccount, how);
      expect([status, code]).toEqual([422, 'FILE_TYPE']);
      expect(body).toMatchObject({ message: '這裡僅接受 JPG、PNG、WebP 或 HEIC，不接受 PDF' });
    }
  });

  test('a document is accepted as a proof of income and nowhere else', async () => {
    const { token } = await newVerifiedMember(server);
    const files = [
      { name: 'image', filename: '薪資單.pdf', type: 'application/pdf', bytes: pdf('') },
    ];
    const { data } = await server.ok(verification.sendFinancialStatement, proof, { token, files });
    expect(data.files).toMatchObject([{ name: '薪資單.pdf', contentType: 'application/pdf' }]);
    const other = await memberAt(3);
    const asked = { token: other.token, files };
    expect(await server.refused(verification.bankInfo, bankAccount, asked)).toBe('FILE_TYPE');
  });
});

test('the lists name the banks, the sources of funds and the channels', async () => {
  const { token } = await newMember(server);
  const { bankList } = await server.ok(verification.bankList, {}, { token });
  expect(bankList).toContainEqual({ code: '822', name: '中國信託商業銀行' });
  expect(bankList.some(({ code }) => code === '021')).toBe(false);
  const options = await server.ok(verification.sourceOptions, {});
  expect(options.data[0]).toMatchObject({ id: 1, description: '薪資所得' });
  expect(options.data_channel).toHaveLength(8);
});
