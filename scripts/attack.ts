// `npm run attack -- <name>`: repeats an attack and counts the tries that succeeded.
import { randomInt } from 'node:crypto';
import { attackBy } from './attack/by-test.ts';
import * as roles from './attack/roles.ts';
import * as tamper from './attack/tamper.ts';
import { readOptions } from './options.ts';
import type { Attack } from './attack/attack.ts';

const attacks: Record<string, Attack> = {
  callbacks: attackBy(
    'tests/attacks/callbacks.test.ts',
    'reports what the bank reports many times, shuffled and late, and forges reports',
    10_000,
  ),
  fuzz: attackBy(
    'tests/fuzz/fuzz.test.ts',
    'asks all calls with hostile inputs, and proves the books afterwards',
    200_000,
  ),
  filenames: attackBy(
    'tests/attacks/file-names.test.ts',
    'uploads files under names that climb, break headers or pretend another kind',
    2_000,
  ),
  forms: attackBy(
    'tests/attacks/forms.test.ts',
    'makes every call as a page of another site could make a browser do it',
    20_000,
  ),
  ids: attackBy(
    'tests/attacks/ids.test.ts',
    'asks every call that takes an id with every kind of id of somebody else',
    50_000,
  ),
  journal: attackBy(
    'tests/attacks/journal.test.ts',
    'changes dollars in the journal of a random market, which hledger, ledger and beancount read',
    100,
  ),
  log: attackBy(
    'tests/attacks/proof-log.test.ts',
    'changes leaves, tiles, audit log, ledger and orders as the owner, and looks for it in the log',
    1_000,
  ),
  names: attackBy(
    'tests/attacks/names.test.ts',
    'adds the names of all columns, and those every object has, to every command',
    20_000,
  ),
  night: attackBy(
    'tests/attacks/night.test.ts',
    'kills the worker while it distributes instalments and sends the notices of it',
    300,
  ),
  races: attackBy(
    'tests/attacks/races.test.ts',
    'makes people, the bank and two processes want the same money at once',
    1_000,
  ),
  replays: attackBy(
    'tests/attacks/replays.test.ts',
    'repeats commands with one key, at two processes of which one is killed again and again',
    1_000,
  ),
  roles,
  sql: attackBy(
    'tests/attacks/sql.test.ts',
    'sends texts that have broken into databases in every field of every call',
    10_000,
  ),
  stuffing: attackBy(
    'tests/attacks/stuffing.test.ts',
    'tries passwords from as many addresses, while the owners sign in',
    5_000,
  ),
  tamper,
  tokens: attackBy(
    'tests/attacks/tokens.test.ts',
    'comes with forged, altered, ended and foreign tokens',
    2_000,
  ),
};
const FAILURES_MAX = 20;

const { values, positionals } = readOptions({
  command: 'npm run attack --',
  purpose: 'Repeats an attack on servers and databases of its own, and counts what got through.',
  words: Object.fromEntries(Object.entries(attacks).map(([name, { about }]) => [name, about])),
  options: {
    rounds: { type: 'string', value: 'N', about: 'how many tries' },
    seed: { type: 'string', value: 'N', about: 'draws the same again; by chance without it' },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const [name = ''] = positionals;
const attack = attacks[name];
if (!attack || positionals.length > 1) {
  process.stderr.write(`Name one attack: ${Object.keys(attacks).join(', ')}.\n`);
  process.exit(2);
}
const seed = Number(values.seed ?? randomInt(1, 2 ** 31));
say(`Attack ${name}, seed ${seed}: ${attack.about} …`);
const began = performance.now();
const { tries, failures } = await attack.run({
  rounds: values.rounds === undefined ? null : Number(values.rounds),
  seed,
  say,
});
for (const line of failures.slice(0, FAILURES_MAX)) say(`  ${line}`);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
say(`${tries - failures.length} of ${tries} tries were held off or found, in ${seconds} s.`);
if (failures.length > 0 || tries === 0) process.exitCode = 1;
