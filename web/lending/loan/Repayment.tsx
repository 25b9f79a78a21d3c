// A loan in repayment: next instalment, account to pay to, overdue amounts, and prepayment.
import { add, maxOf, subtract, ZERO } from '#contract/core/money.ts';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import type { Loan } from '#contract/lending/calls.ts';
import { saveCalendar } from './calendar-file.ts';
import { LoanMandate } from './LoanMandate.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Accordion, Card, CardHead } from '../../ui/display/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { now } from '../../ui/clock.ts';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { dueEventsOf } from './due-calendar.ts';
import { Instruction } from './Instruction.tsx';
import { LateBanner, LateHelp, LateOutcome } from './late/Late.tsx';
import { progressOf } from './loan-stages.ts';
import { PayLines, payText } from './PayLines.tsx';
import { PrepaidBack } from './PrepaidBack.tsx';
import { PrepaymentDialog } from './PrepaymentDialog.tsx';
import { useLateWords } from './late/use-late-words.ts';

const VIOLATION = 70;

function leftText(daysLeft: number): string {
  if (daysLeft > 0) return `還有 ${daysLeft} 天`;
  return daysLeft === 0 ? '今天到期' : `已過 ${-daysLeft} 天`;
}

function saveReminders(loan: Loan): Promise<void> {
  const events = dueEventsOf(loan, window.location.host, now());
  return saveCalendar(`${loan.caseNo}.ics`, events, now());
}

/** Says what the amount is: in the days of grace it contains no charges. */
function dueWords({ overdue, schedule }: Loan, no: number): string {
  // Uses the position in the schedule, because a negotiation may leave gaps in the numbers.
  const place = schedule.findIndex((row) => row.no === no) + 1;
  if (!overdue) return `下期應還（第 ${place}／${schedule.length} 期）`;
  return add(overdue.lateInterest, overdue.penalty) > 0 ? '今天應還，含逾期費用' : '今天應還';
}

function NextDue({ loan, next }: { loan: Loan; next: NonNullable<Loan['nextDue']> }) {
  const { overdue, virtualAccount: account } = loan;
  const postponed = next.payableUntil !== next.dueOn;
  const amount = overdue ? overdue.amount : next.amount;
  const toPay = maxOf(ZERO, subtract(amount, loan.prepaid));
  const words = useLateWords(loan);
  return (
    <>
      <p className="text-sm text-ink-3">{dueWords(loan, next.no)}</p>
      <p className="figure-number" data-late={overdue ? '' : undefined}>
        <Money amount={amount} />
      </p>
      <p>
        應還日 <DateText at={next.dueOn} weekday />
        {postponed && (
          <>
            ，遇假日順延至 <DateText at={next.payableUntil} weekday />
          </>
        )}
        <b className="ms-2 text-ink">{leftText(next.daysLeft)}</b>
      </p>
      {account && <PayLines account={account} amount={toPay} />}
      {account && overdue && (
        <div className="mt-4 grid gap-3 md:justify-items-start">
          <CopyButton text={payText(account, toPay)} what="轉帳資料" look="primary" />
          <LateOutcome words={words} />
        </div>
      )}
      {loan.prepaid > 0 && (
        <div>
          <p className="text-sm text-ink-3">
            您有預收款 <Money amount={loan.prepaid} />
            ，到期時會先抵充，上方的轉帳金額已經扣除。
          </p>
          <PrepaidBack loan={loan} />
        </div>
      )}
    </>
  );
}

/** What else can be done; of a late loan below a fold, because the transfer comes first. */
function Further({ loan, onPrepay }: { loan: Loan; onPrepay: () => void }) {
  const buttons = (
    <div className="flex flex-wrap gap-3">
      {!loan.notice?.accelerated && <Button onClick={onPrepay}>我要提前清償</Button>}
      {loan.nextDue && (
        <Button
          look="quiet"
          icon={<CalendarPlus size={18} aria-hidden="true" />}
          onClick={() => void saveReminders(loan)}
        >
          加入行事曆
        </Button>
      )}
    </div>
  );
  return loan.overdue ? <Accordion title="其他">{buttons}</Accordion> : buttons;
}

export function Repayment({ loan }: { loan: Loan }) {
  const [prepaying, setPrepaying] = useState(false);
  const progress = progressOf(loan);
  const { nextDue } = loan;
  return (
    <>
      <LateBanner loan={loan} />
      {loan.prepayment && <Instruction loan={loan} given={loan.prepayment} />}
      <Card as="section" aria-labelledby="due-title">
        <CardHead title={<span id="due-title">還款</span>}>
          <span className="text-sm text-ink-3">{progress.text}</span>
        </CardHead>
        {nextDue && <NextDue loan={loan} next={nextDue} />}
        {nextDue && !loan.overdue && loan.status < VIOLATION && (
          <div className="mt-5">
            <LoanMandate caseNo={loan.caseNo} />
          </div>
        )}
        <div className="my-5 grid gap-2">
          <ProgressBar share={progress.share} label="還款進度" />
          <p className="text-sm text-ink-3">
            剩餘本金 <Money amount={loan.outstandingPrincipal} />
          </p>
        </div>
        <Further loan={loan} onPrepay={() => setPrepaying(true)} />
      </Card>
      <LateHelp loan={loan} />
      <PrepaymentDialog loan={loan} open={prepaying} onClose={() => setPrepaying(false)} />
    </>
  );
}
