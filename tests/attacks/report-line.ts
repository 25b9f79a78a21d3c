// The line by which the test of an attack says what it tried and found.
export const REPORT = 'ATTACK ';
export type Report = { tries: number; failures: string[]; says?: string[] };
