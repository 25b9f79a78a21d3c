// Grades and case statuses with the labels and colours of the contract's tables.
import { grades } from '#contract/investing/grades.ts';
import { isLoanStatus, loanWords } from '#contract/lending/loan-status.ts';
import { Tag } from '../ui/display/Card.tsx';

const gradeWords: Record<string, string> = {
  A: '風險較低',
  B: '風險中等',
  C: '風險中高',
  D: '風險較高',
};

/** Returns the label of a grade: A1 → 「風險較低」. */
export function gradeText(grade: string): string {
  return gradeWords[grade.slice(0, 1)] ?? '';
}

/** The place of a grade among all grades, as a bar of as many steps; the label says it in words. */
function Steps({ grade }: { grade: string }) {
  const place = grades.findIndex((one) => one === grade);
  return (
    <svg width="39" height="10" viewBox="0 0 39 10" fill="currentColor" aria-hidden="true">
      {grades.map((one, i) => (
        <rect key={one} x={i * 5} width="4" height="10" rx="1" opacity={i <= place ? 1 : 0.22} />
      ))}
    </svg>
  );
}

/** A grade as a coloured badge with its place among all grades and its label. */
export function Grade({ grade }: { grade: string }) {
  return (
    <span className="grade" data-grade={grade.slice(0, 1)}>
      <b>{grade}</b>
      <Steps grade={grade} />
      {gradeText(grade)}
    </span>
  );
}

/** The status of a case as a tag, with the server's text, which knows more than the status. */
export function CaseTag({ status, statusText }: { status: number; statusText: string }) {
  if (!isLoanStatus(status)) return null;
  return <Tag tone={loanWords(status).tone}>{statusText}</Tag>;
}
