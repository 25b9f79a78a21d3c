// Tests how two administrators register and end applications of partners.
import { partnerList } from '#contract/identity/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityOauth as calls } from '#contract/identity/oauth.ts';
import { identityPartnersOffice as office } from '#contract/identity/partners.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { newInvestor } from '../../../tests/actors/market.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
let admins: [Person, Person];
beforeAll(async () => {
  admins = [await newOperator(server, ['admin']), await newOperator(server, ['admin'])];
});

describe('an application of a partner', () => {
  const given = {
    name: '理財小幫手',
    redirectUris: ['https://app.example/cb'],
    scopes: ['cases:read' as const],
  };

  test('is proposed by an admin and works only after another one agrees', async () => {
    const [one, other] = admins;
    const { data } = await server.ok(office.proposePartner, given, one);
    expect(data).toMatchObject({ ...given, state: 'proposed', members: 0 });
    const member = await newInvestor(server);
    const asked = {
      response_type: 'code',
      client_id: data.clientId,
      scope: 'cases:read',
      redirect_uri: 'https://app.example/cb',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    };
    expect(await server.refused(calls.consentRequest, asked, member)).toBe('OAUTH_CLIENT_UNKNOWN');
    const id = data.taskId ?? '';
    const task = await server.ok(tasksOffice.getTask, { id }, other);
    expect(task.data.detail).toEqual(given);
    await server.ok(tasksOffice.decideTask, { id, decision: 'approve' }, other);
    const [listed] = (await server.ok(partnerList, { state: 'active' }, one)).data;
    expect(listed).toMatchObject({ id: data.id, state: 'active', taskId: null });
    const { data: page } = await server.ok(calls.consentRequest, asked, member);
    expect(page).toMatchObject({ partner: '理財小幫手', host: 'app.example' });
  });

  test('is never agreed to by its maker, and is ended if it is returned', async () => {
    const [one, other] = admins;
    const { data } = await server.ok(office.proposePartner, given, one);
    const id = data.taskId ?? '';
    const yes = { id, decision: 'approve' };
    expect(await server.refused(tasksOffice.decideTask, yes, one)).toBe('MAKER_IS_CHECKER');
    const back = { id, decision: 'return', reason: '網址不是這家公司的' } as const;
    await server.ok(tasksOffice.decideTask, back, other);
    const { data: ended } = await server.ok(partnerList, { state: 'ended' }, one);
    expect(ended.map((row) => row.id)).toContain(data.id);
    const end = { id: data.id, reason: '不再合作' };
    expect(await server.refused(office.endPartner, end, one)).toBe('PARTNER_STATE');
    expect(await server.refused(office.endPartner, { ...end, id: '999999' }, one)).toBe(
      'NOT_FOUND',
    );
  });

  test('may be registered with safe addresses only', async () => {
    for (const uri of [
      'http://partner.example/',
      'https://a.example/#x',
      'javascript:alert(1)',
      'app:/x',
      'https://*.example/',
      'https://u:p@a.example/',
      'http://localhost/',
      'x',
    ]) {
      const input = { ...given, redirectUris: [uri] };
      expect([uri, await server.refused(office.proposePartner, input, admins[0])]).toEqual([
        uri,
        'INVALID_INPUT',
      ]);
    }
  });

  test('belongs to admins; an auditor may only look', async () => {
    const auditor = await newOperator(server, ['auditor']);
    expect(await server.refused(office.proposePartner, given, auditor)).toBe('ROLE_REQUIRED');
    const [any = { id: '' }] = (await server.ok(partnerList, {}, auditor)).data;
    const end = { id: any.id, reason: '試試看' };
    expect(await server.refused(office.endPartner, end, auditor)).toBe('ROLE_REQUIRED');
  });

  test('is exported with its addresses and scopes', async () => {
    await server.ok(office.proposePartner, { ...given, name: '匯出測試' }, admins[0]);
    const file = await server.ok(partnerList.tables.data.file, { format: 'csv' }, admins[0]);
    const [head, ...rows] = file
      .toString()
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    expect(head).toBe('編號,名稱,用戶端代號,回傳網址,權限,連結會員,狀態,提出時間');
    expect(rows[0]).toMatch(/,匯出測試,[0-9a-f]{22},https:\/\/app\.example\/cb,查看案件,0,待核可,/);
  });
});
