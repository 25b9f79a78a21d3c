// Test of notes over HTTP: writing, reading, mentions, files, who may see them, and erasure.
import { beforeAll, describe, expect, test } from 'vitest';
import { notesOffice } from '#contract/tasks/notes.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { type Lent, lentLoan, newTeam } from '../../../tests/actors/loans.ts';
import { newMember, newOperator, type Person } from '../../../tests/actors/people.ts';
import { pictures } from '../../../tests/actors/verifying.ts';
import { repeatThrice } from '../../../tests/actors/repeats.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { openTask } from '../opening.ts';
import { forgetNotes } from './notes.ts';

const { addNote, listNotes, listMentions, readMentions, readNoteFile } = notesOffice;
const server = useServer();
let lent: Lent;
let reviewer: Person;
let finance: Person;
let auditor: Person;
let member: Person;

beforeAll(async () => {
  lent = await lentLoan(server, await newTeam(server));
  reviewer = await newOperator(server, ['reviewer']);
  finance = await newOperator(server, ['finance']);
  auditor = await newOperator(server, ['auditor']);
  member = await newMember(server);
});

const by = ({ token }: Person) => ({ token });
type Of = { subject: 'member' | 'loan' | 'order' | 'task'; id: string };
const write = (of: Of, text: string, who = reviewer, mentions = '') =>
  server.ok(addNote, { ...of, text, mentions }, by(who));
const textsOf = async (of: Of, who = finance) =>
  (await server.ok(listNotes, of, by(who))).data.map(({ text }) => text);
const borrower = (): Of => ({ subject: 'member', id: String(lent.loan.borrower.id) });
const loan = (): Of => ({ subject: 'loan', id: String(lent.loan.id) });
const order = (): Of => ({ subject: 'order', id: String(lent.loan.orderIds[0]) });

async function newTask(subject: { type: 'loan' | 'receipt'; id: number }): Promise<Of> {
  const about = { ...subject, label: '待確認' };
  await inWork(server.services, (work) =>
    openTask(work, { kind: 'attention', subject: about, detail: { why: '請確認' } }),
  );
  const [row] = await server.rows<{ id: string }>('select max(id)::text as id from tasks.task');
  return { subject: 'task', id: row!.id };
}

describe('notes', () => {
  test('on a loan and its tasks are those of the loan and of its borrower', async () => {
    const task = await newTask({ type: 'loan', id: lent.loan.id });
    await write(borrower(), '來電詢問費用');
    const { data } = await write(loan(), '　與雇主確認在職\n月薪相符　');
    expect(data).toMatchObject({
      subject: { type: 'loan', id: String(lent.loan.id) },
      mentions: [],
      files: [],
    });
    await write(task, '等主管回覆', finance);
    expect(await textsOf(borrower())).toEqual([
      '等主管回覆',
      '與雇主確認在職\n月薪相符',
      '來電詢問費用',
    ]);
    expect(await textsOf(loan())).toEqual(['等主管回覆', '與雇主確認在職\n月薪相符']);
    expect(await textsOf(task)).toEqual(['等主管回覆']);
    const first = await server.ok(listNotes, { ...borrower(), item_per_page: 2 }, by(auditor));
    expect(first.older).toBe(true);
    const before = first.data.at(-1)!.id;
    const rest = await server.ok(listNotes, { ...borrower(), before }, by(auditor));
    expect([rest.data.map(({ text }) => text), rest.older]).toEqual([['來電詢問費用'], false]);
  });

  test('are kept in clear nowhere, not even as the answer to a repeated request', async () => {
    const key = crypto.randomUUID();
    const note = { ...borrower(), text: '罹癌住院，配偶失業', mentions: '' };
    const first = await server.ok(addNote, note, { ...by(reviewer), key });
    expect(await server.ok(addNote, note, { ...by(reviewer), key })).toEqual(first);
    const [kept] = await server.rows<{ response: string }>(
      'select response from app.idempotency where key = $1',
      [key],
    );
    expect(kept!.response).toContain(first.data.id);
    expect(kept!.response).not.toContain('罹癌住院');
  });

  test('of the legal file are listed alone too, and belong to a loan only', async () => {
    const how = { token: reviewer.token };
    const legal = { ...loan(), topic: 'legal' as const, text: '支付命令已送件', mentions: '' };
    const { data } = await server.ok(notesOffice.addNote, legal, how);
    expect(data.topic).toBe('legal');
    const filed = await server.ok(notesOffice.listNotes, { ...loan(), topic: 'legal' }, how);
    expect(filed.data.map(({ text }) => text)).toEqual(['支付命令已送件']);
    const elsewhere = { ...legal, ...borrower() };
    expect(await server.refused(notesOffice.addNote, elsewhere, how)).toBe('NOT_FOUND');
  });

  test('on an order are those of its investor, under the number of the order', async () => {
    const { data } = await write(order(), '要求更改匯款期限');
    expect(data.subject.label).toBe(orderNoOf(lent.loan.orderIds[0]!));
    const [investor] = lent.loan.investors;
    expect(await textsOf({ subject: 'member', id: String(investor!.id) })).toEqual([
      '要求更改匯款期限',
    ]);
    expect(await textsOf(loan())).not.toContain('要求更改匯款期限');
  });

  test('on a task about nobody are the task’s own', async () => {
    const task = await newTask({ type: 'receipt', id: 987_654 });
    await write(task, '已問過銀行', finance);
    expect(await textsOf(task)).toEqual(['已問過銀行']);
  });

  test('are encrypted, and each leaves an audit row without its text', async () => {
    await write(loan(), '機密內容');
    const [row] = await server.rows<{ text: string }>(
      'select text from tasks.note order by id desc limit 1',
    );
    expect(row!.text).not.toContain('機密');
    const [trail] = await server.rows<{ snapshot: object }>(
      `select snapshot from tasks.audit where action = 'note.added' order by id desc limit 1`,
    );
    expect(JSON.stringify(trail)).not.toContain('機密');
    expect(trail!.snapshot).toMatchObject({ files: 0, mentions: [] });
  });
});

describe('mentions', () => {
  test('are unread until the colleague has read them', async () => {
    await write(loan(), '請確認帳號', reviewer, String(finance.id));
    const mine = () => server.ok(listMentions, {}, by(finance));
    expect(await mine()).toMatchObject({
      data: [{ text: '請確認帳號', readAt: null, subject: { type: 'loan' } }],
      older: false,
      unread: 1,
    });
    const notes = [(await mine()).data[0]!.id];
    // A colleague who is not mentioned changes nothing.
    await server.ok(readMentions, { notes }, by(auditor));
    expect((await mine()).unread).toBe(1);
    await repeatThrice(server, readMentions, { notes }, finance);
    const after = await mine();
    expect([after.unread, after.data[0]!.readAt === null]).toEqual([0, false]);
    expect((await server.ok(listMentions, {}, by(auditor))).data).toEqual([]);
  });

  test('of an unknown operator, or of one who may not read notes, are refused', async () => {
    const editor = await newOperator(server, ['editor']);
    const count = async () => (await textsOf(loan())).length;
    const was = await count();
    for (const mentions of ['987654', String(editor.id)]) {
      const input = { ...loan(), text: '請看', mentions };
      expect(await server.refused(addNote, input, by(reviewer))).toBe('NOT_FOUND');
    }
    const bad = { ...loan(), text: '請看', mentions: 'a,b' };
    expect((await server.ask(addNote, bad, by(reviewer))).code).toBe('INVALID_INPUT');
    expect(await count()).toBe(was);
  });
});

test('files are stored encrypted, and every reading of one is recorded', async () => {
  const files = await pictures('file');
  const input = { ...loan(), text: '附上對話截圖', mentions: '' };
  const { data } = await server.ok(addNote, input, { ...by(reviewer), files });
  expect(data.files).toMatchObject([{ contentType: expect.stringMatching(/^image\//) }]);
  const [file] = data.files;
  const read = await server.ask(readNoteFile, { id: file!.id }, by(auditor));
  expect(read.status).toBe(200);
  const [trail] = await server.rows<{ snapshot: object; actor: string }>(
    `select snapshot, actor_id::text as actor from tasks.audit where action = 'note.file_read'`,
  );
  expect(trail).toEqual({
    actor: String(auditor.id),
    snapshot: { note: Number(data.id), file: Number(file!.id) },
  });
  expect(await server.refused(readNoteFile, { id: '987654' }, by(auditor))).toBe('NOT_FOUND');
});

test('unknown subjects, other roles and members are refused; a repeat writes once', async () => {
  const editor = await newOperator(server, ['editor']);
  for (const subject of ['member', 'loan', 'order', 'task'] as const) {
    const of = { subject, id: '987654' };
    expect(await server.refused(listNotes, of, by(finance))).toBe('NOT_FOUND');
    const note = { ...of, text: '無此對象' };
    expect(await server.refused(addNote, note, by(finance))).toBe('NOT_FOUND');
  }
  const note = { ...loan(), text: '只寫一次' };
  expect((await server.ask(addNote, note, by(auditor))).code).toBe('ROLE_REQUIRED');
  for (const [call, input] of [
    [listNotes, loan()],
    [addNote, note],
    [readNoteFile, { id: '1' }],
    [listMentions, {}],
    [readMentions, { notes: ['1'] }],
  ] as const) {
    expect((await server.ask(call, input, by(editor))).code, call.path).toBe('ROLE_REQUIRED');
    expect((await server.ask(call, input, by(member))).status, call.path).toBe(401);
  }
  await repeatThrice(server, addNote, note, reviewer);
  expect((await textsOf(loan())).filter((text) => text === '只寫一次')).toHaveLength(1);
  const empty = { ...loan(), text: '  ' };
  expect((await server.ask(addNote, empty, by(reviewer))).code).toBe('INVALID_INPUT');
});

test('are deleted with the person, and nobody else’s are', async () => {
  const other: Of = { subject: 'member', id: String(member.id) };
  await write(other, '別人的備註');
  await inWork(server.services, (work) => forgetNotes(work, lent.loan.borrower.id));
  expect(await textsOf(borrower())).toEqual([]);
  expect(await textsOf(loan())).toEqual([]);
  expect(await textsOf(other)).toEqual(['別人的備註']);
  const [left] = await server.rows<{ files: number }>(
    'select count(*)::int as files from tasks.note_file',
  );
  expect(left!.files).toBe(0);
});
