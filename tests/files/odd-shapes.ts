// Forms of prototype pollution, as JSON and as queries, with the names used in known attacks.
const LEAVES = ['1', '"x"', '{"polluted":1}', '[1]', 'null'];
const REACHES = [
  (leaf: string) => `"__proto__":${leaf}`,
  (leaf: string) => `"\\u005f_proto__":${leaf}`,
  (leaf: string) => `"__proto__":{"__proto__":${leaf}}`,
  (leaf: string) => `"constructor":{"prototype":${leaf}}`,
  (leaf: string) => `"purpose":{"__proto__":${leaf}}`,
  (leaf: string) => `"purpose":[{"__proto__":${leaf}}]`,
  (leaf: string) => `"purpose":{"constructor":{"prototype":${leaf}}}`,
];
const QUERIES = [
  '__proto__=x',
  '__proto__[polluted]=x',
  '__proto__.polluted=x',
  'constructor=x',
  'constructor[prototype][polluted]=x',
  'a[__proto__]=x',
  '%5F%5Fproto%5F%5F=x',
  'toString=x',
  'hasOwnProperty=x',
];

/**
 * Returns each form once; `json` is a registration that contains the form in addition to its
 * required fields.
 */
export function oddShapes(): { json: string; query: string }[] {
  const good = '"email":"odd.shape@example.com","password":"correct horse battery"';
  return REACHES.flatMap((reach) => LEAVES.map(reach)).map((odd, k) => ({
    json: k % 2 === 0 ? `{${odd},${good}}` : `{${good},${odd}}`,
    query: QUERIES[k % QUERIES.length]!,
  }));
}
