// Tests that Big5 is decoded as Windows does it, with the characters that banks define themselves.
import { expect, test } from 'vitest';
import { decodeBig5 } from './big5.ts';

const pairs = Array.from({ length: 0x7e }, (_, row) => 0x81 + row).flatMap((lead) =>
  Array.from({ length: 0xff - 0x40 }, (_, at) => 0x40 + at)
    .filter((trail) => trail < 0x7f || trail > 0xa0)
    .map((trail) => [lead, trail] as const),
);

test('every pair is decoded as Node does it, except a block with two code points', () => {
  const node = new TextDecoder('big5');
  const other = pairs.filter((pair) => {
    const bytes = Uint8Array.from(pair);
    return decodeBig5(bytes) !== node.decode(bytes).slice(0, decodeBig5(bytes).length);
  });
  expect(other.map(([lead, trail]) => (lead * 256 + trail).toString(16))).toEqual(['f9fe']);
});

test.each([
  [[0xfa, 0x40], '\ue000'],
  [[0xfe, 0xfe], '\ue310'],
  [[0x8e, 0x40], '\ue311'],
  [[0x81, 0x40], '\ueeb8'],
  [[0xc6, 0xa1], '\uf6b1'],
  [[0xa4, 0xfd, 0x81, 0x40, 0xa9, 0xfa], '王\ueeb8明'],
  [[0x41, 0xff, 0x2c], 'A\ufffd,'],
  [[0xa4, 0x0a, 0x41], '\ufffd\nA'],
  [[0xa4], '\ufffd'],
])('%j is %j', (bytes, text) => {
  expect(decodeBig5(Uint8Array.from(bytes))).toBe(text);
});
