// Tests the setting of the screening list and how a start opens it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openScreening } from './screening.ts';

const folder = mkdtempSync(join(tmpdir(), 'screening-setting-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'list.csv');
const asked = (name: string) => ({ name, birthday: '1990-01-01', idNumber: 'A123456789' });

test('a demonstration has a list of its own, production has none by itself', async () => {
  const { demonstration, screeningList } = readConfig({}, folder);
  const own = await openScreening({ demonstration, screeningList });
  expect((await own!.current()).matches(asked('賀蘭無憂'))).toHaveLength(1);
  expect(await openScreening({ demonstration: false, screeningList })).toBeNull();
});

test('a start with a file that is missing or is no list is refused', async () => {
  expect(() => readConfig({ SCREENING_LIST: path }, folder)).toThrow(
    'SCREENING_LIST (must be a readable file)',
  );
  writeFileSync(path, 'who\n賀蘭無憂\n');
  const config = readConfig({ SCREENING_LIST: path }, folder);
  await expect(openScreening(config)).rejects.toThrow(
    'SCREENING_LIST cannot be used: the list has no column "name".',
  );
  writeFileSync(path, 'name\n甲乙丙\n');
  const given = await openScreening(config);
  expect((await given!.current()).matches(asked('賀蘭無憂'))).toEqual([]);
});
