// Requests of visitors without an account: they read lists, and vote, which is a transaction.
import { randomInt, randomUUID } from 'node:crypto';

export type Answer = { path: string; status: number; ms: number; at: number; text: string } & {
  retryAfter: string | null;
};

const READS = ['/v1/articles/list?item_per_page=10', '/v1/ad/list', '/v1/support/list'];
const VOTE = '/v1/support/helpful';

/**
 * Returns a function that makes one request; `votes` collects the visitors whose vote was accepted.
 */
export function newVisitors(siteUrl: string) {
  const votes: string[] = [];
  let slug: string | null = null;
  let count = 0;
  const addressOf = () => `203.0.113.${randomInt(1, 255)}`;
  const ask = async (path: string, body?: object): Promise<Answer> => {
    const began = performance.now();
    // Each request comes from an address of its own, because votes are limited by address.
    const forwarded = { 'x-forwarded-for': addressOf() };
    const headers = { ...forwarded, ...(body && { 'content-type': 'application/json' }) };
    const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    try {
      const said = await fetch(siteUrl + path, sent);
      const text = await said.text();
      const retryAfter = said.headers.get('retry-after');
      const at = performance.now();
      return { path, status: said.status, ms: at - began, at, text, retryAfter };
    } catch (error) {
      const at = performance.now();
      const text = String((error as Error).cause ?? error);
      return { path, status: 0, ms: at - began, at, text, retryAfter: null };
    }
  };
  const vote = async () => {
    if (slug === null) {
      const list = await ask('/v1/support/list');
      if (list.status !== 200) return list;
      slug = JSON.parse(list.text).data[0].id as string;
    }
    const visitor = randomUUID();
    const answer = await ask(VOTE, { kind: 'question', id: slug, helpful: true, visitor });
    if (answer.status === 200) votes.push(visitor);
    return answer;
  };
  return {
    votes,
    visit: (): Promise<Answer> => {
      count += 1;
      const read = READS[count % (READS.length + 1)];
      return read ? ask(read) : vote();
    },
  };
}
