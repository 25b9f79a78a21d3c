// Format of the line in which an attack test reports what it tried and found.
export const REPORT = 'ATTACK ';
export type Report = { tries: number; failures: string[]; says?: string[] };
