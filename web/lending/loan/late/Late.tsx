// A late loan: what is owed, until when a payment prevents the next stage, and where to find help.
import { Phone } from 'lucide-react';
import type { Loan } from '#contract/lending/calls.ts';
import { lateStageWords } from '#contract/servicing/late-stage.ts';
import type { LateWords } from '#contract/servicing/late-words.ts';
import { sentenceOf } from '#contract/today/facts.ts';
import { brand } from '../../../site/kit/brand.ts';
import { GoButton } from '../../../site/kit/Go.tsx';
import * as paths from '../../../site/kit/paths.ts';
import { buttonShape } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { useLateStage, useLateWords } from './use-late-words.ts';

const IN_GRACE = 61;
const VIOLATION = 70;

/** Says what is owed and until when to pay, without threatening the borrower. */
export function LateBanner({ loan }: { loan: Loan }) {
  const { overdue } = loan;
  const words = useLateWords(loan);
  const stage = useLateStage(loan);
  if (!overdue && loan.status !== VIOLATION) return null;
  const ahead = stage && lateStageWords(stage);
  return (
    <Alert
      tone={loan.status === IN_GRACE ? 'warn' : 'danger'}
      title={
        overdue
          ? `已逾期 ${overdue.lateDays} 天，應還 ${formatMoney(overdue.amount)}`
          : sentenceOf('loanViolation')
      }
    >
      <div className="grid gap-2">
        {ahead && (
          <p>
            <b>{ahead.by}</b>；{ahead.after}。
          </p>
        )}
        {words && <p>{words.where}。</p>}
      </div>
    </Alert>
  );
}

/** What paying everything achieves, below the account to which it is paid. */
export function LateOutcome({ words }: { words: LateWords | null }) {
  if (!words?.outcome) return null;
  return <p>今天轉入全部金額，即可{words.outcome}。</p>;
}

/** Whom the borrower can turn to, below the payment itself. */
export function LateHelp({ loan }: { loan: Loan }) {
  const words = useLateWords(loan);
  if (!loan.overdue && loan.status !== VIOLATION) return null;
  return (
    <Card as="section" aria-labelledby="late-help-title">
      <CardHead title={<span id="late-help-title">一時還不出來？</span>} level={3} />
      <div className="grid gap-3">
        <p>
          {words?.negotiation && `${words.negotiation}。`}
          也可撥打法律扶助基金會全國專線 412-8518（手機加 02）諮詢。
        </p>
        <p className="flex flex-wrap items-center gap-3">
          <GoButton to={`${paths.myLoanContract()}#negotiation`} size="sm">
            {words?.action ?? '查看協商進度'}
          </GoButton>
          <a {...buttonShape({ size: 'sm' })} href={`tel:${brand.phone}`}>
            <Phone size={16} aria-hidden="true" />
            {brand.phone}
          </a>
        </p>
      </div>
    </Card>
  );
}
