// What every list of sanctioned persons must do.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createListFile } from '../../server/adapters/screening/list-file.ts';
import type { ScreenedPerson, Screening } from '../../server/adapters/screening/screening.ts';
import { assertSaysNone, failsWith, type PortSubjects, type Property } from './kit.ts';

type Listed = { name: string; aliases?: string; birthday?: string; idNumber?: string };
type Subject = { screening: Screening; publish(list: readonly Listed[]): void };

const asked = (name: string, more: Partial<ScreenedPerson> = {}): ScreenedPerson => ({
  name,
  birthday: '1971-03-09',
  idNumber: 'A123456789',
  ...more,
});

/** Returns how many entries of a list resemble a person. */
async function count(
  { screening, publish }: Subject,
  list: readonly Listed[],
  who: ScreenedPerson,
) {
  publish(list);
  return (await screening.current()).matches(who).length;
}

const sameNames: [listed: Listed, name: string][] = [
  [{ name: '賀蘭無憂' }, '賀蘭無憂'],
  [{ name: '賀蘭 無憂' }, ' 賀蘭無憂'],
  [{ name: '臺峯強' }, '台峰强'],
  [{ name: '司空見雪', aliases: '甲乙丙; 司空見霜' }, '司空見霜'],
  [{ name: 'Ｂａｉ, Xun-Chang' }, 'xun chang BAI'],
  [{ name: '亞兀·卡日' }, '亞兀．卡日'],
];
const others: [listed: Listed, who: ScreenedPerson][] = [
  [{ name: '賀蘭無憂' }, asked('賀蘭無')],
  [{ name: '賀蘭無憂', birthday: '1971-03-10' }, asked('賀蘭無憂')],
  [{ name: '賀蘭無憂', birthday: '1972' }, asked('賀蘭無憂')],
  [{ name: '賀蘭無憂', idNumber: 'A123456780' }, asked('賀蘭憂')],
  [{ name: 'Bai Xun' }, asked('Bai Xunchang')],
];

const ofList = (subject: Subject): Property[] => [
  {
    name: 'the same name is found in any way of writing it',
    async run() {
      for (const [listed, name] of sameNames) {
        assert.equal(await count(subject, [listed], asked(name)), 1, name);
      }
    },
  },
  {
    name: 'another name, or the name with another birthday, is not found',
    async run() {
      for (const [listed, who] of others) assert.equal(await count(subject, [listed], who), 0);
    },
  },
  {
    name: 'a birthday may be only a year or a month, and says that it is equal',
    async run() {
      for (const birthday of ['1971', '1971-03', '1971-03-09', '1960;1971']) {
        subject.publish([{ name: '賀蘭無憂', birthday }]);
        const [match] = (await subject.screening.current()).matches(asked('賀蘭無憂'));
        assert.deepEqual(match?.grounds, ['name', 'birthday']);
      }
    },
  },
  {
    name: 'the number of an identity document suffices',
    async run() {
      const listed = { name: '別人', birthday: '1950', idNumber: 'X1; a-123456789' };
      subject.publish([listed]);
      const [match] = (await subject.screening.current()).matches(asked('賀蘭無憂'));
      assert.deepEqual(match?.grounds, ['idNumber']);
    },
  },
  {
    name: 'a person is found among 20,000 entries',
    async run() {
      const many = Array.from({ length: 20_000 }, (_, n) => ({
        name: `虛構${n}號`,
        idNumber: `B${n}`,
      }));
      assert.equal(await count(subject, [...many, { name: '賀蘭無憂' }], asked('賀蘭無憂')), 1);
      assert.equal(await count(subject, many, asked('賀蘭無憂')), 0);
    },
  },
  {
    name: 'the version changes if and only if the list changes',
    async run() {
      subject.publish([{ name: '甲' }]);
      const [first, same] = [await subject.screening.current(), await subject.screening.current()];
      assert.equal(same.version, first.version);
      subject.publish([{ name: '乙' }]);
      assert.notEqual((await subject.screening.current()).version, first.version);
      subject.publish([{ name: '甲' }]);
      assert.equal((await subject.screening.current()).version, first.version);
    },
  },
  {
    name: 'an empty list is no list',
    async run() {
      subject.publish([]);
      await failsWith('ScreeningUnavailable', subject.screening.current());
    },
  },
];

const broken: [what: string, content: string | Buffer][] = [
  ['nothing', ''],
  ['a page', '<html>秘密</html>'],
  ['an entry without a name', 'name,birthday\n秘密,\n,1970\n'],
  ['a birthday that is none', 'name,birthday\n秘密,1970/1/1\n'],
  ['an open quote', 'name\n"秘密\n'],
  ['Big5', Buffer.from('6e616d650aafb5b1d00a', 'hex')],
];

/** A file can be missing or broken, in which case nobody may count as compared. */
const ofFile = (subject: Subject, path: string): Property[] => [
  ...broken.map(([what, content]) => ({
    name: `${what} in the file is refused, and the error says nothing of it`,
    async run() {
      writeFileSync(path, content);
      const error = await failsWith('ScreeningUnavailable', subject.screening.current());
      assertSaysNone(error, ['秘密', path]);
    },
  })),
  {
    name: 'a missing file is refused, and works again once it is there',
    async run() {
      subject.publish([{ name: '賀蘭無憂' }]);
      unlinkSync(path);
      await failsWith('ScreeningUnavailable', subject.screening.current());
      assert.equal(await count(subject, [{ name: '賀蘭無憂' }], asked('賀蘭無憂')), 1);
    },
  },
  {
    name: 'the columns of OpenSanctions are understood',
    async run() {
      writeFileSync(
        path,
        '\uFEFF"id","schema","name","aliases","birth_date","identifiers","dataset","first_seen"\n' +
          '"Q1","Person","Helan Wuyou","賀蘭無憂;賀蘭","1971-03-09","A123456789",' +
          '"UN","2024-01-02T03:04:05"\n',
      );
      const list = await subject.screening.current();
      assert.deepEqual(list.matches(asked('賀蘭無憂')), [
        {
          name: 'Helan Wuyou',
          birthdays: ['1971-03-09'],
          list: 'UN',
          listedOn: '2024-01-02',
          grounds: ['name', 'birthday', 'idNumber'],
        },
      ]);
    },
  },
];

const quoted = (cell = '') => `"${cell.replaceAll('"', '""')}"`;

export async function openScreening(): Promise<PortSubjects> {
  const folder = mkdtempSync(join(tmpdir(), 'screening-'));
  const path = join(folder, 'list.csv');
  const publish = (list: readonly Listed[]) => {
    const rows = list.map(({ name, aliases, birthday, idNumber }) =>
      [name, aliases, birthday, idNumber, '名單'].map(quoted).join(','),
    );
    writeFileSync(path, ['name,aliases,birthday,id_number,list', ...rows, ''].join('\n'));
  };
  const subject = { screening: createListFile(path), publish };
  const properties = [...ofList(subject), ...ofFile(subject, path)];
  return {
    subjects: [{ port: 'screening list', adapter: 'CSV file', properties }],
    close: () => Promise.resolve(rmSync(folder, { recursive: true })),
  };
}
