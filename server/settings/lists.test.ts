// Tests of items added to option lists: ids, names, first day, and removal.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { lending } from '#contract/lending/calls.ts';
import { initialListOf } from '#contract/settings/initial.ts';
import {
  isNewItem,
  type ListItem,
  type ListName,
  listSettings,
  valueSchemaOf,
} from '#contract/settings/values.ts';
import { settingsOffice as office } from '#contract/settings/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { applicationOf } from '../../actors/loan.ts';
import {
  newMember,
  newOperator,
  newVerifiedMember,
  type Person,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { setting } from '../../tests/actors/settings.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { audited, listed, newBorrower, newOffice } from '../lending/testing/cases.ts';
import { listOf, withIds } from './rules.ts';

const server = useServer();
const { giveBasic, memberAt } = stepsOn(server);
let admin: Person;
beforeAll(async () => {
  admin = await newOperator(server, ['admin']);
});

const initial = (name: ListName): ListItem[] => [...initialListOf(name)];
const added = (text: string, id = '+1') => ({ id, text, enabled: true });
const look = async (name: ListName) => (await server.ok(office.getSetting, { name }, admin)).data;
const itemsOf = async (name: ListName) => (await look(name)).value as ListItem[];

/** Adds an item to the list in force, at once or from a day on. */
async function add(name: ListName, text: string, more: object = {}, who: Person = admin) {
  const { value, version } = await look(name);
  const input = { name, value: [...(value as ListItem[]), added(text)], version };
  return server.ask(
    office.changeSetting,
    { ...input, effectiveOn: null, reason: '新增項目', ...more },
    who,
  );
}

async function turn(name: ListName, id: string, enabled: boolean): Promise<void> {
  const items = await itemsOf(name);
  await setting(
    server,
    name,
    items.map((item) => (item.id === id ? { ...item, enabled } : item)),
  );
}

describe('a name', () => {
  const wrong = (name: ListName, items: readonly ListItem[], before = initial(name)) =>
    valueSchemaOf(name, before).safeParse(items).error?.issues[0]?.message ?? null;

  test.each([
    ['資金用途', null],
    ['  ', '請填寫文字'],
    ['１２３', '請填寫文字，不可只有符號或數字'],
    ['旅\u200b遊費', '不可包含看不見的字元'],
    ['費'.repeat(41), '最多 40 個字'],
    ['旅 遊', '與「旅遊」重複'],
    ['家電／３Ｃ／大額消費', '與「家電／3C／大額消費」重複'],
  ])('「%s」: %s', (text, message) => {
    expect(wrong('loanPurposes', [...initial('loanPurposes'), added(text)])).toBe(message);
  });

  test('is unique, whether offered or not', () => {
    const off = initial('loanPurposes').map((item) => ({ ...item, enabled: item.id !== '12' }));
    const message = '與停用的「旅遊」重複，請啟用該項目';
    expect(wrong('loanPurposes', [...off, added('旅遊')])).toBe(message);
    const two = [added('購置工具'), added('購置工具', '+2')];
    expect(wrong('loanPurposes', [...initial('loanPurposes'), ...two])).toContain('重複');
  });

  test('has its own id: none is dropped, invented or used twice', () => {
    const list = initial('loanPurposes');
    const gone = '既有項目不能刪除，只能停用';
    expect(wrong('loanPurposes', list.slice(1))).toBe(gone);
    expect(wrong('loanPurposes', [...list, { ...added('購置工具'), id: '77' }])).toBe(gone);
    expect(wrong('loanPurposes', [...list, added('甲'), added('乙')])).toBe(gone);
    const married = [...initial('maritalStatuses'), added('分居')];
    expect(wrong('maritalStatuses', married)).toBe(listSettings.maritalStatuses.closed);
  });
});

test('however often items are added, withdrawn and added: no id is used twice', () => {
  const step = fc.record({
    names: fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
    agreed: fc.boolean(),
  });
  const names = fc.constantFrom<ListName>('loanPurposes', 'cardBanks', 'channels');
  fc.assert(
    fc.property(names, fc.array(step, { maxLength: 12 }), (name, steps) => {
      const ever: ListItem[] = [];
      const given = initial(name).map(({ id }) => id);
      let current: ListItem[] = initial(name);
      for (const { names: texts, agreed } of steps) {
        const wanted = texts.map((text, i) => added(text, `+${i + 1}`));
        const next = withIds(name, [...current, ...wanted], ever);
        expect(next.some(isNewItem)).toBe(false);
        given.push(...next.slice(current.length).map(({ id }) => id));
        ever.push(...next);
        if (agreed) current = next;
      }
      expect(new Set(given).size).toBe(given.length);
      expect(listOf(name, current)).toEqual(current);
    }),
  );
});

describe('a new purpose', () => {
  test('is accepted from its day on, and keeps its name when no longer offered', async () => {
    const desk = await newOffice(server);
    const tomorrow = addDays(dayOf(server.services.clock.now()), 1);
    const { body } = await add('loanPurposes', '購置農機具', { effectiveOn: tomorrow });
    const coming = body.data.coming?.value as ListItem[];
    expect(coming.at(-1)).toEqual({ id: '16', text: '購置農機具', enabled: true });
    const borrower = await newBorrower(server);
    const wanted = applicationOf({ purpose: 16 });
    expect(await server.refused(lending.apply, wanted, borrower)).toBe('OPTION_CLOSED');
    const offered = async () =>
      (await server.ok(lending.purposeOptions, {}, borrower)).data.map(({ id }) => id);
    expect(await offered()).not.toContain(16);

    await server.advance(1);
    expect((await offered()).at(-1)).toBe(16);
    const { loan } = await audited(server, desk, { purpose: 16 });
    const shown = async () => {
      const id = await openTaskId(server, 'loan_review', loan.id);
      const { data } = await server.ok(tasksOffice.getTask, { id }, desk.reviewer);
      return (data.detail as { loan: { purpose: string } }).loan.purpose;
    };
    expect(await shown()).toBe('購置農機具');

    await turn('loanPurposes', '16', false);
    expect(await offered()).not.toContain(16);
    expect((await server.ok(lending.purposeOptions, {}, borrower)).past).toContainEqual({
      id: 16,
      description: '購置農機具',
    });
    expect(await server.refused(lending.apply, wanted, borrower)).toBe('OPTION_CLOSED');
    expect(await shown()).toBe('購置農機具');
    expect((await add('loanPurposes', '購置農機具')).code).toBe('SETTING_VALUE');
  });

  test('is what investors read and search a case by', async () => {
    await setting(server, 'loanPurposes', [...(await itemsOf('loanPurposes')), added('海外研修')]);
    const purpose = Number((await itemsOf('loanPurposes')).at(-1)?.id);
    const { loan } = await listed(server, await newOffice(server), 100_000, { purpose });
    await turn('loanPurposes', String(purpose), false);
    const investor = await newVerifiedMember(server, { purpose: 'invest' });
    const { data } = await server.ok(investing.searchCases, { purpose }, investor);
    expect(data.map(({ id, purpose: text }) => [id, text])).toEqual([[loan.id, '海外研修']]);
  });

  test('has an unused id, also not that of a withdrawn version', async () => {
    const before = (await itemsOf('loanPurposes')).length;
    const tomorrow = addDays(dayOf(server.services.clock.now()), 1);
    await add('loanPurposes', '緊急預備金', { effectiveOn: tomorrow });
    const { version } = await look('loanPurposes');
    const back = { name: 'loanPurposes', version, reason: '不需要' } as const;
    await server.ok(office.withdrawSetting, back, admin);
    const { body } = await add('loanPurposes', '安置費用');
    const items = body.data.value as ListItem[];
    expect(items).toHaveLength(before + 1);
    expect(Number(items.at(-1)?.id)).toBe(19);
  });
});

describe('other lists', () => {
  test('a source of funds and a channel are asked for and stored', async () => {
    expect((await giveBasic(await memberAt(1), { fundSource: [12] })).code).toBe('OPTION_CLOSED');
    expect((await add('fundSources', '專利授權所得')).status).toBe(200);
    expect((await add('channels', '廣播節目')).status).toBe(200);
    const { data, data_channel } = await server.ok(verification.sourceOptions, {});
    expect(data.at(-1)).toEqual({ id: 12, description: '專利授權所得' });
    expect(data_channel.at(-1)).toEqual({ id: 9, description: '廣播節目' });
    expect((await giveBasic(await memberAt(1), { fundSource: [1, 12], channel: 9 })).code).toBe(
      null,
    );
  });

  test('a card issuer has its bank’s code, or a number no bank has, and a name', async () => {
    expect((await add('cardBanks', '將來商業銀行')).status).toBe(200);
    expect((await add('cardBanks', '溪流信用卡公司')).status).toBe(200);
    const ids = (await itemsOf('cardBanks')).slice(-2).map(({ id }) => id);
    expect(ids).toEqual(['823', '1001']);
    const desk = await newOffice(server);
    const { finance } = applicationOf();
    const { loan } = await audited(server, desk, {
      finance: { ...finance, cardBanks: [...ids, 'AMEX'] },
    });
    const id = await openTaskId(server, 'loan_review', loan.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, desk.reviewer);
    const { cardBanks } = data.detail as { cardBanks: string[] };
    expect(cardBanks).toEqual(['將來商業銀行', '溪流信用卡公司', '台灣美國運通國際股份有限公司']);
  });

  test('marital statuses are those of the household register', async () => {
    expect((await add('maritalStatuses', '分居')).code).toBe('SETTING_VALUE');
  });

  test('are extended by administrators, once however often it is sent', async () => {
    for (const role of ['finance', 'approver', 'reviewer', 'editor', 'auditor'] as const) {
      const other = await newOperator(server, [role]);
      const input = { value: [...(await itemsOf('channels')), added('校園講座')] };
      const more = { name: 'channels', effectiveOn: null, reason: '測試', version: 1 } as const;
      expect(await server.refused(office.changeSetting, { ...input, ...more }, other)).toBe(
        'ROLE_REQUIRED',
      );
    }
    const member = await newMember(server);
    expect((await server.ask(office.changeSetting, { name: 'channels' }, member)).status).toBe(401);
    const how = { ...admin, key: 'one-more-channel' };
    const { version, value } = await look('channels');
    const input = { name: 'channels', effectiveOn: null, reason: '測試', version } as const;
    const call = { ...input, value: [...(value as ListItem[]), added('校園講座')] };
    const first = await server.ok(office.changeSetting, call, how);
    expect(await server.ok(office.changeSetting, call, how)).toEqual(first);
    expect(await server.refused(office.changeSetting, call, admin)).toBe('SETTING_CHANGED');
  });
});
