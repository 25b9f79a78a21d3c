// The purpose of a loan as text: the label that was offered at the time of the application.
import { loanPurposes, optionText } from '../options.ts';

/** A purpose as the database has it. */
export type PurposeRow = {
  purpose: number;
  /** Label at the time of the application; null means the label in the code. */
  purposeText: string | null;
};

export const purposeOf = ({ purpose, purposeText }: PurposeRow): string =>
  purposeText ?? optionText(loanPurposes, purpose);
