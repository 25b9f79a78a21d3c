// How much work the day of the company in the browser tests has: little by default, or a full day.

export type Numbers = {
  /** Members whose identity is reviewed, and applications that are reviewed and approved. */
  members: number;
  applications: number;
  /** Receipts that find their owner by themselves, and those that a person must match. */
  plain: number;
  stray: { exact: number; byPayer: number; byNumber: number; returned: number };
  /** Lines of the bank's statement, and how many of them are written wrongly. */
  lines: number;
  wrongLines: number;
  lateLoans: number;
};

const full: Numbers = {
  members: 18,
  applications: 12,
  plain: 18,
  stray: { exact: 8, byPayer: 6, byNumber: 4, returned: 2 },
  lines: 200,
  wrongLines: 5,
  lateLoans: 3,
};

const small: Numbers = {
  members: 2,
  applications: 2,
  plain: 3,
  stray: { exact: 2, byPayer: 1, byNumber: 1, returned: 1 },
  lines: 40,
  wrongLines: 2,
  lateLoans: 1,
};

/** With the environment variable DAY=full the day has as much work as a company's busy day. */
export const numbers: Numbers = process.env['DAY'] === 'full' ? full : small;
