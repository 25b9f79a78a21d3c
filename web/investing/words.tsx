// Grades and case statuses with the labels and colours of the contract's tables.
import { isLoanStatus, loanWords } from '#contract/lending/loan-status.ts';
import { Tag } from '../ui/display/Card.tsx';

const gradeWords: Record<string, string> = {
  A: '風險較低',
  B: '風險中等',
  C: '風險中等',
  D: '風險較高',
};

/** Returns the label of a grade: A1 → 「風險較低」. */
export function gradeText(grade: string): string {
  return gradeWords[grade.slice(0, 1)] ?? '';
}

/** A grade as a coloured badge with its label. */
export function Grade({ grade }: { grade: string }) {
  return (
    <span className="grade" data-grade={grade.slice(0, 1)}>
      <b>{grade}</b>
      {gradeText(grade)}
    </span>
  );
}

/** The status of a case as a tag. */
export function CaseTag({ status }: { status: number }) {
  if (!isLoanStatus(status)) return null;
  const { text, tone } = loanWords(status);
  return <Tag tone={tone}>{text}</Tag>;
}
