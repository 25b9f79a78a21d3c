// What an attack is: a module that tries something many times and returns what was not repelled.

export type AttackOptions = {
  /** Number of tries; null for the attack's own default. */
  rounds: number | null;
  seed: number;
  say(line: string): void;
};
/** Exports of an attack's module. */
export type Attack = {
  about: string;
  /** Returns the number of tries, and one line for each try that was not repelled. */
  run(options: AttackOptions): Promise<{ tries: number; failures: string[] }>;
};
