// Tests live progress: every viewer sees a case fill within a second, and leaving cleans up.
import { describe, expect, test } from 'vitest';
import type { Progress } from './progress.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import type { Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const { place } = paymentsOn(server);

const open = (id: number | string, one?: Person, signal?: AbortSignal) =>
  fetch(`${server.siteUrl}/v1/invest/${id}/progress`, {
    headers: one ? { authorization: `Bearer ${one.token}` } : {},
    ...(signal && { signal }),
  });

/** Reads events until one matches; fails after five seconds. */
async function until(response: Response, fits: (news: Progress) => boolean): Promise<Progress> {
  const reader = response.body!.pipeThrough(new TextDecoderStream() as never).getReader();
  const limit = setTimeout(() => void reader.cancel(), 5_000);
  try {
    for (;;) {
      const { done, value } = (await reader.read()) as { done: boolean; value?: string };
      if (done) throw new Error('the stream ended before it was told');
      for (const [, data = '{}'] of (value ?? '').matchAll(/^data: (.*)$/gm)) {
        const news = JSON.parse(data) as Progress;
        if (fits(news)) return news;
      }
    }
  } finally {
    clearTimeout(limit);
    await reader.cancel();
  }
}

describe('the progress of a case', () => {
  test('is sent to all who follow, as others order', async () => {
    const loanId = await newCase(server, { amount: 100_000 });
    const followers = await Promise.all([newInvestor(server), newInvestor(server)]);
    const responses = await Promise.all(followers.map((one) => open(loanId, one)));
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const told = responses.map((response) => until(response, (news) => news.fundedAmount > 0));
    await place(loanId, 30_000);
    for (const news of await Promise.all(told)) {
      expect(news).toEqual({
        fundedAmount: 30_000,
        remainingAmount: 70_000,
        progress: 30,
        investorCount: 1,
        status: 40,
        statusText: '募集中',
      });
    }
  });

  test('does not extend a session', async () => {
    const loanId = await newCase(server);
    const one = await newInvestor(server);
    const age = `update identity.session set used_at = now() - interval '1 hour 59 minutes'
      where member_id = $1 returning used_at as "usedAt"`;
    const [before] = await server.rows<{ usedAt: Date }>(age, [one.id]);
    await until(await open(loanId, one), () => true);
    const [after] = await server.rows<{ usedAt: Date }>(
      'select used_at as "usedAt" from identity.session where member_id = $1',
      [one.id],
    );
    expect(after?.usedAt).toEqual(before?.usedAt);
  });

  test('is refused to strangers and for cases that were never listed', async () => {
    const loanId = await newCase(server);
    expect((await open(loanId)).status).toBe(401);
    const one = await newInvestor(server);
    const missing = await open(999_999, one);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ code: 'CASE_NOT_FOUND' });
    expect((await open('1;drop', one)).status).toBe(400);
  });
});
