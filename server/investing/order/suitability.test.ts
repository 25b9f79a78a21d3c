// Suitability over HTTP: the questionnaire, the agreed risk text, and the renewal after a year.
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayOf } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { RISK_VERSION } from '#contract/investing/risk-text.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import { messagesTo, newMember, newVerifiedMember } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { tellOfEndingProfiles } from './suitability.ts';

const server = useServer();
const { quickApply, suitability, answerSuitability } = investing;

const order = (loanId: number, amount = 10_000) => ({
  id: String(loanId),
  invest_amount: amount,
  payment_mode: 1,
});
const today = () => dayOf(server.services.clock.now());

describe('suitability', () => {
  const answers = [3, 3, 3, 3, 3, 3];
  const aDayEarlier = (memberId: number) =>
    server.rows(
      `update investing.suitability set answered_at = answered_at - interval '1 day'
       where member_id = $1`,
      [memberId],
    );

  test('the answers make a profile for a year, and the newest are valid', async () => {
    const member = await newVerifiedMember(server);
    const before = await server.ok(suitability, {}, member);
    expect(before.data.profile).toBeNull();
    expect(before.data.questions).toHaveLength(6);
    const { version } = before.data;
    const { data } = await server.ok(answerSuitability, { version, answers }, member);
    expect(data.profile).toMatchObject({ id: 2, perCaseMax: 50_000, totalMax: 500_000 });
    const bold = [5, 5, 5, 5, 5, 5];
    await aDayEarlier(member.id);
    const again = { version, answers: bold, reason: 'means' } as const;
    const after = await server.ok(answerSuitability, again, member);
    expect(after.data.profile?.id).toBe(3);
    const loanId = await newCase(server);
    await server.ok(quickApply, order(loanId, 100_000), member);
  });

  test('it is answered again once a day, with a reason', async () => {
    const member = await newVerifiedMember(server);
    const version = 1;
    const bold = [5, 5, 5, 5, 5, 5];
    const again = { version, answers: bold, reason: 'mistake' } as const;
    const first = await Promise.all(
      [1, 2, 3].map(() => server.ask(answerSuitability, { version, answers }, member)),
    );
    expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { status, body } = await server.ask(answerSuitability, again, member);
    const againFrom = addDays(today(), 1);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'RISK_PROFILE_TODAY', data: { againFrom } });
    const before = await server.ok(suitability, {}, member);
    expect(before.data.profile).toMatchObject({ id: 2, againFrom, againNeedsReason: true });
    await aDayEarlier(member.id);
    const without = await server.ask(answerSuitability, { version, answers: bold }, member);
    expect(without.body).toMatchObject({
      code: 'DECISION_INVALID',
      fields: { reason: '請選擇重新評估的原因' },
    });
    expect((await server.ok(suitability, {}, member)).data.profile?.id).toBe(2);
    expect((await server.ok(answerSuitability, again, member)).data.profile?.id).toBe(3);
    const [last] = await server.rows<{ reason: string | null }>(
      `select reason from tasks.audit where action = 'suitability.answered'
         and subject_id = $1 order by id desc limit 1`,
      [member.id],
    );
    expect(last?.reason).toBe('上次有題目填錯');
  });

  test('caps of new answers include existing investments', async () => {
    const member = await newVerifiedMember(server);
    const bold = [5, 5, 5, 5, 5, 5];
    await server.ok(answerSuitability, { version: 1, answers: bold }, member);
    const [first, second] = [await newCase(server), await newCase(server)];
    await server.ok(quickApply, order(first, 96_000), member);
    await aDayEarlier(member.id);
    const careful = [1, 1, 1, 1, 1, 1];
    const again = { version: 1, answers: careful, reason: 'attitude' } as const;
    const { data } = await server.ok(answerSuitability, again, member);
    expect(data.profile).toMatchObject({ perCaseMax: 10_000, totalMax: 100_000 });
    const { body } = await server.ask(quickApply, order(second, 5_000), member);
    expect(body).toMatchObject({ code: 'LIMIT_TOTAL', data: { total: 4_000 } });
    await server.ok(quickApply, order(second, 4_000), member);
  });

  test('answers to another version are requested again', async () => {
    const member = await newMember(server);
    expect(await server.refused(answerSuitability, { version: 99, answers }, member)).toBe(
      'DECISION_INVALID',
    );
    expect(await server.refused(answerSuitability, { version: 1, answers: [1] }, member)).toBe(
      'INVALID_INPUT',
    );
    const other = { version: 1, answers, riskVersion: 99 };
    expect(await server.refused(answerSuitability, other, member)).toBe('DECISION_INVALID');
    expect((await server.ask(suitability, {})).status).toBe(401);
    expect((await server.ask(answerSuitability, { version: 1, answers })).status).toBe(401);
    expect((await server.ok(suitability, {}, member)).data.profile).toBeNull();
  });
});

describe('a consent', () => {
  test('is stored with its version: with the answers and with every order', async () => {
    const member = await newVerifiedMember(server);
    const { data } = await server.ok(suitability, {}, member);
    expect(data.risk.version).toBe(RISK_VERSION);
    expect(data.risk.points.length).toBeGreaterThan(3);
    const given = { version: data.version, answers: [5, 5, 5, 5, 5, 5] };
    const riskVersion = data.risk.version;
    const key = { ...member, key: crypto.randomUUID() };
    const first = await server.ok(answerSuitability, { ...given, riskVersion }, key);
    const again = await server.ok(answerSuitability, { ...given, riskVersion }, key);
    expect(again).toEqual(first);
    expect(first.data.profile).toMatchObject({ version: data.version, riskVersion });
    const rows = await server.rows<{ risk: number; at: Date }>(
      `select risk_version as risk, answered_at as at from investing.suitability
       where member_id = $1`,
      [member.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.risk).toBe(RISK_VERSION);
    const loanId = await newCase(server);
    await server.ok(quickApply, order(loanId), member);
    const [placed] = await server.rows<{ risk: number }>(
      'select risk_version as risk from investing."order" where member_id = $1',
      [member.id],
    );
    expect(placed?.risk).toBe(RISK_VERSION);
  });
});

describe('after a year', () => {
  const endsOn = (memberId: number, day: string) =>
    server.rows('update investing.suitability set valid_until = $2 where member_id = $1', [
      memberId,
      day,
    ]);
  const told = async (email: string) =>
    (await messagesTo(server, email)).filter(({ subject }) => subject?.includes('風險屬性評估'));

  test('the profile is valid through its last day; then the refusal says since when', async () => {
    const investor = await newInvestor(server);
    const loanId = await newCase(server);
    const yesterday = addDays(today(), -1);
    await endsOn(investor.id, yesterday);
    const { status, body } = await server.ask(quickApply, order(loanId), investor);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'RISK_PROFILE_REQUIRED', data: { validUntil: yesterday } });
    await endsOn(investor.id, today());
    await server.ok(quickApply, order(loanId), investor);
  });

  test('a member is reminded a month before and told when it ends, each once', async () => {
    const investor = await newInvestor(server);
    await endsOn(investor.id, addDays(today(), 31));
    await tellOfEndingProfiles(server.services);
    expect(await told(investor.email)).toHaveLength(0);
    await endsOn(investor.id, addDays(today(), 30));
    await Promise.all([
      tellOfEndingProfiles(server.services),
      tellOfEndingProfiles(server.services),
    ]);
    expect((await told(investor.email)).map(({ subject }) => subject)).toEqual([
      '【百溪】風險屬性評估即將到期',
    ]);
    await endsOn(investor.id, addDays(today(), -1));
    await tellOfEndingProfiles(server.services);
    await tellOfEndingProfiles(server.services);
    expect(await told(investor.email)).toHaveLength(2);
    // Once answered again, the profile is valid for another year and no further notice is sent.
    const { data } = await server.ok(suitability, {}, investor);
    const given = { version: data.version, answers: [3, 3, 3, 3, 3, 3] };
    const renewed = await server.ok(answerSuitability, given, investor);
    expect(renewed.data.profile?.validUntil).toBe(addMonths(today(), 12));
    await tellOfEndingProfiles(server.services);
    expect(await told(investor.email)).toHaveLength(2);
  });
});
