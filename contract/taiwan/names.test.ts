// Tests names of persons as their documents write them.
import { expect, test } from 'vitest';
import { nameSchema } from '../verification/calls.ts';

test.each([
  ['瓦歷斯‧諾幹', '瓦歷斯·諾幹'],
  ['夏曼•藍波安', '夏曼·藍波安'],
  ['夏曼・藍波安', '夏曼·藍波安'],
  ['夏曼 ． 藍波安', '夏曼·藍波安'],
  ['孫大川∙巴厄拉邦', '孫大川·巴厄拉邦'],
  ['Nguyen Thi Ngoc Phuong', 'Nguyen Thi Ngoc Phuong'],
  ['NGUYỄN THỊ NGỌC PHƯƠNG', 'NGUYỄN THỊ NGỌC PHƯƠNG'],
  ['Saidai Tarovecahe Ruljigaljig', 'Saidai Tarovecahe Ruljigaljig'],
  ['ＷＡＮＧ，　ＭＩＮＧ', 'WANG, MING'],
  ["O'Brien-Smith, J. R.", "O'Brien-Smith, J. R."],
  ['สมชาย ใจดี', 'สมชาย ใจดี'],
  ['田中　さくら', '田中 さくら'],
  ['김 민수', '김 민수'],
  ['王𡍼𠮷', '王𡍼𠮷'],
  ['李〇〇', '李〇〇'],
  ['陳䶮', '陳䶮'],
  ['a'.repeat(50), 'a'.repeat(50)],
  ['𠮷'.repeat(50), '𠮷'.repeat(50)],
])('%s is %s', (text, name) => {
  expect(nameSchema.parse(text)).toBe(name);
});

test.each([
  '王',
  '',
  ' ',
  '王1明',
  '王小明<b>',
  '·王',
  '王·',
  'a'.repeat(51),
  '王小明@',
  '😀😀',
  '--',
])('%j is no name', (text) => {
  expect(nameSchema.safeParse(text).success).toBe(false);
});
