// Port for lists of sanctioned persons, and how names, birthdays and numbers are compared.

export type ScreenedPerson = { name: string; birthday: string; idNumber: string };

export const screeningGrounds = ['name', 'birthday', 'idNumber'] as const;

/** An entry of a list that resembles a person. `grounds` says what is equal. */
export type ScreeningMatch = {
  name: string;
  /** Birthdays of the listed person: a day, a month or a year each. */
  birthdays: string[];
  /** Name of the list, such as the authority that publishes it. */
  list: string;
  /** Day since which the person is listed; null if the list does not say. */
  listedOn: string | null;
  grounds: (typeof screeningGrounds)[number][];
};

/** One version of the list; a person may be compared with it again at any time. */
export type ScreeningList = {
  /** Changes if and only if the list changes. */
  version: string;
  matches(person: ScreenedPerson): ScreeningMatch[];
};

export type Screening = {
  /** Returns the list as it is now. Throws ScreeningUnavailable if it cannot be read completely. */
  current(): Promise<ScreeningList>;
};

/** The list cannot be read, is empty or is not a list. The message repeats nothing of the list. */
export class ScreeningUnavailable extends Error {
  override name = 'ScreeningUnavailable';
}

/** Characters that are written in two ways in names in Taiwan. */
const VARIANTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'臺台峯峰羣群裏裡衆眾啓啟强強淸清温溫産產説說綉繡鷄雞爲為恒恆慎愼']
    .map((character, at, all) => [character, all[at - (at % 2) + 1] ?? character] as const)
    .filter(([character, written]) => character !== written),
);

/**
 * Returns a name in the form in which names are compared: without width, case, spaces and marks,
 * with one of two variants of a character. Words in Latin letters are sorted, because lists give
 * the family name first or last.
 */
export function comparableName(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const isLatin = words.every((word) => /^[\p{Script=Latin}\p{N}]+$/u.test(word));
  const whole = (isLatin ? words.toSorted() : words).join('');
  return [...whole].map((character) => VARIANTS[character] ?? character).join('');
}

/** Returns a number of an identity card or passport in the form in which numbers are compared. */
export const comparableNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Whether a listed birthday, which may be only a year or a month, allows this day. */
export const allowsBirthday = (listed: string, birthday: string): boolean =>
  birthday === listed || birthday.startsWith(`${listed}-`);
