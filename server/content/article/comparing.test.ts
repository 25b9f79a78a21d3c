// Tests of text comparison: against the policy in force, and in the history of answers and ads.
import { adList, policyList, questionList } from '#contract/content/lists.ts';
import { expect, test } from 'vitest';
import { contentOffice } from '#contract/content/office.ts';
import { contentSupportOffice as office } from '#contract/content/support.ts';
import { addDays, type Day, dayOf } from '#contract/core/day.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { releaseText } from '../testing/releasing.ts';
import { lineDifferences } from './differences.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();

test('a text is compared with the version in force, in its sanitised form', async () => {
  const { token } = await newOperator(server, ['auditor']);
  const { data: policies } = await server.ok(policyList, {}, { token });
  const { id } = policies.find(({ slug }) => slug === 'terms')!;
  const { data: policy } = await server.ok(office.getPolicy, { id }, { token });
  const { body } = policy.versions.find(({ number }) => number === policy.current)!;
  const compare = (text: string) => server.ok(office.comparePolicy, { id, body: text }, { token });

  const same = await compare(body);
  expect(same.data.changes?.every(({ kind }) => kind === 'same')).toBe(true);
  // Parts that the sanitiser removes do not count as a difference.
  const more = await compare(`${body}<script>1</script><p>新增一段。</p>`);
  const changed = more.data.changes?.filter(({ kind }) => kind !== 'same');
  expect(changed).toEqual([{ kind: 'added', parts: [{ text: '新增一段。', kind: 'added' }] }]);
});

test('without a version in force there is nothing to compare with', async () => {
  const { token } = await newOperator(server, ['editor']);
  const effectiveOn = addDays(dayOf(new Date(0)), 365 * 80);
  const fields = { title: '新的政策', summary: '初版。', body: '<p>一段。</p>', effectiveOn };
  const made = await server.ok(
    office.createPolicy,
    { ...fields, slug: 'brand-new', category: '條款' },
    { token },
  );
  const { id } = made.data;
  const answer = await server.ok(office.comparePolicy, { id, body: '<p>他段。</p>' }, { token });
  expect(answer.data.changes).toBeNull();
  expect(await server.refused(office.comparePolicy, { id: '999999', body: '' }, { token })).toBe(
    'POLICY_NOT_FOUND',
  );
});

test('only roles that may read content may compare', async () => {
  const finance = await newOperator(server, ['finance']);
  const asked = server.refused(office.comparePolicy, { id: '1', body: '' }, finance);
  expect(await asked).toBe('ROLE_REQUIRED');
  expect(await server.refused(office.comparePolicy, { id: '1', body: '' })).not.toBe('');
});

test('a preview says where on the site the text appears', async () => {
  const { token } = await newOperator(server, ['editor']);
  const { data } = await server.ok(contentOffice.previewArticle, { id: '45' }, { token });
  expect(data.url).toBe(server.services.config.publicUrl + data.path);
});

test('the history of an answer and of an ad shows each field before and after', async () => {
  const editor = await newOperator(server, ['editor']);
  const { data: questions } = await server.ok(questionList, { audience: 'loan' }, editor);
  const { data: row } = await server.ok(office.getQuestion, { id: questions[0]!.id }, editor);
  const { id, version, audience, category, question, answer, popular, position } = row;
  const kept = { audience, question, popular, position };
  const plainer = { ...kept, category, published: true, answer: '<p>撥款前不收費用。</p>' };
  await server.ok(office.saveQuestion, { ...plainer, id, version }, editor);
  const reader = await newOperator(server, ['approver']);
  await releaseText(server, reader, 'question', id);
  const { data: now } = await server.ok(office.getQuestion, { id }, editor);
  const other = { ...plainer, category: '費用', answer: '<p>撥款前<b>不必付</b>費用。</p>' };
  const saved = await server.ok(
    office.saveQuestion,
    { ...other, id, version: now.version },
    editor,
  );
  const [second, first] = saved.data.history;
  expect(first?.fields.map(({ field }) => field)).toEqual(['answer']);
  expect(first?.fields[0]?.changes?.some(({ kind }) => kind === 'removed')).toBe(true);
  expect(answer).not.toBe(plainer.answer);
  expect(second?.fields).toMatchObject([
    { field: 'answer', before: '撥款前不收費用。', after: '撥款前不必付費用。' },
    { field: 'category', before: category, after: '費用' },
  ]);
  expect(second?.fields[0]?.changes).toEqual([
    {
      kind: 'changed',
      parts: [
        { text: '撥款前不', kind: 'same' },
        { text: '收', kind: 'removed' },
        { text: '必付', kind: 'added' },
        { text: '費用。', kind: 'same' },
      ],
    },
  ]);

  const { data: ads } = await server.ok(adList, {}, editor);
  const { data: ad } = await server.ok(office.getAd, { id: ads[0]!.id }, editor);
  const { title, text, link, label, imageId, alt, startsOn, position: place } = ad;
  const fields = { title, text, link, label, imageId, alt, startsOn, position: place };
  const dated = { ...fields, endsOn: addDays(ad.startsOn as Day, 900), id: ad.id };
  const shown = await server.ok(office.saveAd, { ...dated, version: ad.version }, editor);
  expect(shown.data.history[0]?.fields).toEqual([
    { field: 'endsOn', before: ad.endsOn, after: dated.endsOn, changes: null },
  ]);
  const made = await server.ok(office.createAd, { ...fields, endsOn: null }, editor);
  expect(made.data.history.map((entry) => entry.fields)).toEqual([[], []]);
});

test('the history of an article shows its text before and after', async () => {
  const editor = await newOperator(server, ['editor']);
  const first = {
    title: '水從哪裡來',
    excerpt: '一段摘要',
    category: '出資入門',
    author: '百溪編輯室',
    coverId: null,
    related: [] as string[],
    person: null,
    role: null,
    quote: null,
    audience: 'all' as const,
    body: '<p>雨下在山上。</p><p>溪流到平地。</p>',
  };
  const made = await server.ok(contentOffice.createArticle, { ...first, type: 'article' }, editor);
  const { id } = made.data;
  const next = {
    ...first,
    title: '水往哪裡去',
    audience: 'loan' as const,
    related: ['45'],
    body: '<p>雨下在山上。</p><p>小溪流到海裡。</p><p>又回到天上。</p>',
  };
  await server.ok(contentOffice.saveArticle, { ...next, id, version: 1 }, editor);
  await server.ok(contentOffice.publishArticle, { id, version: 2 }, editor);
  await releaseText(server, await newOperator(server, ['approver']), 'article', id);
  const { data } = await server.ok(contentOffice.getArticle, { id }, editor);
  const [published, , saved, created] = data.history;
  expect(created?.fields).toEqual([]);
  expect(published?.fields).toMatchObject([{ field: 'publishAt', before: null }]);
  const fields = new Map(saved?.fields.map((one) => [one.field, one]));
  expect([...fields.keys()].toSorted()).toEqual(['audience', 'body', 'related', 'title']);
  expect(fields.get('title')).toMatchObject({ before: '水從哪裡來', after: '水往哪裡去' });
  expect(fields.get('audience')).toMatchObject({ before: 'all', after: 'loan', changes: null });
  expect(fields.get('related')).toMatchObject({ before: null, after: '45', changes: null });
  const body = fields.get('body');
  expect([body?.before, body?.after]).toEqual([null, null]);
  expect(body?.changes?.map(({ kind }) => kind)).toEqual(['changed', 'added']);
});

test('a completely new text has nothing in common with the old one, however long', () => {
  const text = (sign: string, lines: number, length: number) =>
    Array.from({ length: lines }, (_, i) => `${sign}${i}`.padEnd(length, sign)).join('\n');
  const lines = lineDifferences(text('甲', 10_000, 20), text('乙', 10_000, 20));
  expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(10_000);
  const signs = (from: number) =>
    Array.from({ length: 50_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * from) % 5_000)));
  expect(lineDifferences(signs(7).join(''), signs(11).join(''))).toHaveLength(2);
});
