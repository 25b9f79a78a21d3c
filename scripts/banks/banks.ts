// `npm run banks -- --file LIST.csv --as-of DAY`: takes over a newer list of the banks.
import { readFileSync, writeFileSync } from 'node:fs';
import { day } from '#contract/core/day.ts';
import { readOptions } from '../options.ts';
import { type BankList, withNames } from './bank-list.ts';

const LIST = new URL('../../contract/data/bank-codes.json', import.meta.url);

const { values } = readOptions({
  command: 'npm run banks --',
  purpose:
    'Takes over the names of the banks from a table with the columns 代號 and 名稱 (UTF-8 or Big5). ' +
    'Banks that it lacks are kept for old accounts; build and restart afterwards.',
  options: {
    file: {
      type: 'string',
      value: 'FILE',
      about: 'the table of the Financial Information Service',
    },
    'as-of': { type: 'string', value: 'DAY', about: 'the day of the table' },
  },
});
try {
  if (!values.file || !values['as-of']) throw new Error('Say --file and --as-of.');
  const list = JSON.parse(readFileSync(LIST, 'utf8')) as BankList;
  const next = withNames(list, readFileSync(String(values.file)), day(String(values['as-of'])));
  writeFileSync(LIST, `${JSON.stringify(next, null, 1)}\n`);
  const open = next.banks.filter(({ status }) => status === 'active').length;
  process.stdout.write(`${open} banks of ${next.asOf}; the list before was of ${list.asOf}.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
