// A loan in repayment: next instalment, account to pay to, overdue amounts, and prepayment.
import { add, maxOf, subtract, ZERO } from '#contract/core/money.ts';
import { CalendarPlus, Phone } from 'lucide-react';
import { useState } from 'react';
import type { Loan } from '#contract/lending/calls.ts';
import { sentenceOf } from '#contract/today/facts.ts';
import type { LateWords } from '#contract/servicing/late-words.ts';
import { brand } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { saveCalendar } from './calendar-file.ts';
import { LoanMandate } from './LoanMandate.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Button, buttonShape } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { now } from '../../ui/clock.ts';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { formatMoney } from '../../ui/format.ts';
import { dueEventsOf } from './due-calendar.ts';
import { Instruction } from './Instruction.tsx';
import { progressOf } from './loan-stages.ts';
import { PayLines } from './PayLines.tsx';
import { PrepaidBack } from './PrepaidBack.tsx';
import { PrepaymentDialog } from './PrepaymentDialog.tsx';
import { useLateWords } from './use-late-words.ts';

const IN_GRACE = 61;
const VIOLATION = 70;

function leftText(daysLeft: number): string {
  if (daysLeft > 0) return `還有 ${daysLeft} 天`;
  return daysLeft === 0 ? '今天到期' : `已過 ${-daysLeft} 天`;
}

/** Says what is owed, why, and how to resolve it, without threatening the borrower. */
function OverdueBanner({ loan }: { loan: Loan }) {
  const { overdue } = loan;
  const words = useLateWords(loan);
  if (!overdue) return loan.status === VIOLATION ? <ViolationBanner words={words} /> : null;
  const charges = add(overdue.lateInterest, overdue.penalty);
  const grace = loan.status === IN_GRACE;
  return (
    <Alert
      tone={grace ? 'warn' : 'danger'}
      title={`已逾期 ${overdue.lateDays} 天，應還 ${formatMoney(overdue.amount)}`}
    >
      <div className="grid gap-2">
        {words && <p>{words.where}。</p>}
        {grace ? (
          <p>逾期 {loan.servicingTerms.graceDays} 天內繳清即可，請儘快轉帳至下方的虛擬帳號。</p>
        ) : (
          <p>
            其中遲延利息 <Money amount={overdue.lateInterest} />
            、違約金 <Money amount={overdue.penalty} />
            （合計 {formatMoney(charges)}
            ），依契約按日計算
            {overdue.courtCosts > 0 && (
              <>
                ；另含代墊訴訟費用 <Money amount={overdue.courtCosts} />
              </>
            )}
            。{words?.outcome && `今天轉入全部金額，即可${words.outcome}。`}
          </p>
        )}
        <Help words={words} />
      </div>
    </Alert>
  );
}

/** A violation without arrears, which operators declared: the notice and its deadline. */
function ViolationBanner({ words }: { words: LateWords | null }) {
  return (
    <Alert tone="danger" title={sentenceOf('loanViolation')}>
      <div className="grid gap-2">
        {words && <p>{words.where}。</p>}
        <Help words={words} />
      </div>
    </Alert>
  );
}

function Help({ words }: { words: LateWords | null }) {
  return (
    <>
      <p>
        {words?.negotiation && `${words.negotiation}。`}
        也可撥打法律扶助基金會全國專線 412-8518（手機加 02）諮詢。
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-3">
        <GoButton to={`${paths.myLoanContract()}#negotiation`} size="sm">
          {words?.action ?? '查看協商進度'}
        </GoButton>
        <a {...buttonShape({ size: 'sm' })} href={`tel:${brand.phone}`}>
          <Phone size={16} aria-hidden="true" />
          {brand.phone}
        </a>
      </p>
    </>
  );
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
      {account && (
        <PayLines account={account} amount={maxOf(ZERO, subtract(amount, loan.prepaid))} />
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

export function Repayment({ loan }: { loan: Loan }) {
  const [prepaying, setPrepaying] = useState(false);
  const progress = progressOf(loan);
  const { nextDue } = loan;
  return (
    <>
      <OverdueBanner loan={loan} />
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
        <div className="flex flex-wrap gap-3">
          {!loan.notice?.accelerated && (
            <Button onClick={() => setPrepaying(true)}>我要提前清償</Button>
          )}
          {nextDue && (
            <Button
              look="quiet"
              icon={<CalendarPlus size={18} aria-hidden="true" />}
              onClick={() => void saveReminders(loan)}
            >
              加入行事曆
            </Button>
          )}
        </div>
      </Card>
      <PrepaymentDialog loan={loan} open={prepaying} onClose={() => setPrepaying(false)} />
    </>
  );
}
