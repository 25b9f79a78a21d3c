// Compares a text with the policy in force: what came and went, and who may ask.
import { expect, test } from 'vitest';
import { contentOffice } from '#contract/content-office.ts';
import { contentSupportOffice as office } from '#contract/content-support.ts';
import { addDays, dayOf } from '#contract/day.ts';
import { newOperator } from '../../tests/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();

test('a text is compared with the version in force, as it would be kept', async () => {
  const { token } = await newOperator(server, ['auditor']);
  const { data: policies } = await server.ok(office.listPolicies, {}, { token });
  const { id } = policies.find(({ slug }) => slug === 'terms')!;
  const { data: policy } = await server.ok(office.getPolicy, { id }, { token });
  const { body } = policy.versions.find(({ number }) => number === policy.current)!;
  const compare = (text: string) => server.ok(office.comparePolicy, { id, body: text }, { token });

  const same = await compare(body);
  expect(same.data.changes?.every(({ kind }) => kind === 'same')).toBe(true);
  // What the cleaning takes out is no difference.
  const more = await compare(`${body}<script>1</script><p>新增一段。</p>`);
  const changed = more.data.changes?.filter(({ kind }) => kind !== 'same');
  expect(changed).toEqual([{ kind: 'added', parts: [{ text: '新增一段。', kind: 'added' }] }]);
});

test('where no version is in force there is nothing to compare with', async () => {
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

test('only who may read content may compare', async () => {
  const finance = await newOperator(server, ['finance']);
  const asked = server.refused(office.comparePolicy, { id: '1', body: '' }, finance);
  expect(await asked).toBe('ROLE_REQUIRED');
  expect(await server.refused(office.comparePolicy, { id: '1', body: '' })).not.toBe('');
});

test('a preview says where on the site it is seen', async () => {
  const { token } = await newOperator(server, ['editor']);
  const { data } = await server.ok(contentOffice.previewArticle, { id: '45' }, { token });
  expect(data.url).toBe(server.services.config.publicUrl + data.path);
});
