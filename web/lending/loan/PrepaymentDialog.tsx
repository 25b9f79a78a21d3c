// Prepayment dialog: part or all, its cost today, the instruction, and the account to pay to.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Loan } from '#contract/lending/calls.ts';
import { PREPAYMENT_MIN, PREPAYMENT_STEP } from '#contract/law/prepayment.ts';
import { percentOfBps } from '#contract/core/money.ts';
import { INSTALMENT_MIN, stepsText } from '#contract/law/schedule.ts';
import { wordsOf, type Answer } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { Alert, SkeletonLines } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/display/Card.tsx';
import { Checkbox, RadioCards } from '../../ui/fields/Choices.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { MoneyInput } from '../../ui/fields/DigitsInput.tsx';
import { Field, FieldGroup } from '../../ui/fields/Field.tsx';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import { Row } from '../../ui/Layout.tsx';
import { PayLines } from './PayLines.tsx';
import { useLoanAct } from './use-loan-act.ts';

type Quote = Answer<SiteCalls['servicing']['prepaymentQuote']>['data'];
type Kind = Quote['kind'];
type Mode = NonNullable<Quote['mode']>;
type Ask = { id: string; kind: Kind; mode?: Mode; amount?: number; agreesToMin?: 'yes' };

const REPAYING = 60;

/** Returns what is wrong with the amount of a partial prepayment; undefined if it is allowed. */
function partProblem(amount: number | null, balance: number): string | undefined {
  if (amount === null) return '請輸入提前清償的本金';
  if (amount < PREPAYMENT_MIN) return `至少 ${formatMoney(PREPAYMENT_MIN)}`;
  if (amount % PREPAYMENT_STEP !== 0) return `請以 ${formatMoney(PREPAYMENT_STEP)} 為單位`;
  return amount < balance ? undefined : '需少於剩餘本金；要全部還清請選「全部清償」';
}

function QuoteFacts({ quote }: { quote: Quote }) {
  const { principal, interest, lateCharges, fee, courtCosts, prepaid } = quote;
  return (
    <Facts
      align="end"
      facts={[
        { name: '清償本金', value: <Money amount={principal} /> },
        { name: '截至今天的利息', value: <Money amount={interest} /> },
        ...(lateCharges > 0
          ? [{ name: '遲延利息與違約金', value: <Money amount={lateCharges} /> }]
          : []),
        ...(courtCosts > 0 ? [{ name: '代墊訴訟費用', value: <Money amount={courtCosts} /> }] : []),
        { name: '提前清償手續費', value: <Money amount={fee} /> },
        ...(prepaid > 0 ? [{ name: '扣除預收款', value: <Money amount={-prepaid} /> }] : []),
        {
          name: '應轉帳金額',
          value: (
            <b>
              <Money amount={quote.total} />
            </b>
          ),
        },
        ...(quote.kind === 'partial'
          ? [
              { name: '清償後', value: stepsText(quote.steps) },
              { name: '期數', value: termText(quote) },
            ]
          : []),
      ]}
    />
  );
}

/** Says how many instalments are left, and that a prepayment makes them fewer. */
const termText = ({ installmentsBefore: before, installmentsAfter: after }: Quote): string =>
  before === after ? `尚餘 ${after} 期` : `期數由 ${before} 期減為 ${after} 期`;

/** Offers to settle the loan in full where a partial prepayment would leave next to nothing. */
function FullInstead({ quote, onFull }: { quote: Quote; onFull: () => void }) {
  if (quote.fullInstead === null) return null;
  return (
    <Alert tone="info" title={`剩餘本金不到 ${formatMoney(INSTALMENT_MIN)}`}>
      <p>今天轉帳 {formatMoney(quote.fullInstead)} 就能全部結清，不必再等下一期。</p>
      <Button look="secondary" onClick={onFull}>
        改為全部清償
      </Button>
    </Alert>
  );
}

function Quoted({ quote, onFull }: { quote: Quote; onFull: () => void }) {
  return (
    <>
      <QuoteFacts quote={quote} />
      <FullInstead quote={quote} onFull={onFull} />
    </>
  );
}

type Choice = {
  kind: Kind;
  mode: Mode;
  amount: number | null;
  /** Whether the borrower of an older contract agrees to the least instalment. */
  agreesToMin: boolean;
};

type ChoosingProps = {
  loan: Loan;
  choice: Choice;
  problem: string | undefined;
  onChoose: (change: Partial<Choice>) => void;
};

function ModeChoice({ loan, choice, onChoose }: Omit<ChoosingProps, 'problem'>) {
  return (
    <>
      <FieldGroup label="之後的還款">
        <RadioCards
          name="prepay-mode"
          value={choice.mode}
          columns={2}
          onValueChange={(mode) => onChoose({ mode: mode as Mode })}
          choices={[
            { value: 'shortenTerm', title: '縮短期數', about: '每期金額不變，提早還完' },
            {
              value: 'lowerPayment',
              title: '降低每期金額',
              about: `每期還少一點，但不低於 ${formatMoney(INSTALMENT_MIN)}`,
            },
          ]}
        />
      </FieldGroup>
      {loan.servicingTerms.instalmentMin === undefined && choice.mode === 'lowerPayment' && (
        <Checkbox
          checked={choice.agreesToMin}
          onChange={(event) => onChoose({ agreesToMin: event.target.checked })}
        >
          同意每期至少 {formatMoney(INSTALMENT_MIN)}，期數因此減少（您的契約原本沒有這項約定）
        </Checkbox>
      )}
    </>
  );
}

function Choosing({ loan, choice, problem, onChoose }: ChoosingProps) {
  const inPart = loan.status === REPAYING;
  return (
    <>
      <FieldGroup label="清償方式">
        <RadioCards
          name="prepay-kind"
          value={choice.kind}
          columns={2}
          onValueChange={(kind) => onChoose({ kind: kind as Kind })}
          choices={[
            { value: 'full', title: '全部清償', about: '還清剩餘本金並結清' },
            {
              value: 'partial',
              title: '部分清償',
              about: inPart ? '先還一部分本金' : '繳清逾期款項後才能使用',
              disabled: !inPart,
            },
          ]}
        />
      </FieldGroup>
      {choice.kind === 'partial' && (
        <>
          <Field
            label="提前清償的本金"
            hint={`剩餘本金 ${formatMoney(loan.outstandingPrincipal)}`}
            error={problem}
          >
            <MoneyInput
              value={choice.amount}
              maxDigits={7}
              onValueChange={(amount) => onChoose({ amount })}
            />
          </Field>
          <ModeChoice loan={loan} choice={choice} onChoose={onChoose} />
        </>
      )}
    </>
  );
}

function Instructed({ loan, quote }: { loan: Loan; quote: Quote }) {
  return (
    <div className="grid gap-4">
      <Alert tone="ok" live title="已收到您的指示">
        請於{' '}
        <b>
          <DateText at={quote.goodUntil} />
        </b>{' '}
        前一次轉入全部金額。期限內入帳就會用於提前清償；未轉帳則照原計畫還款，不需取消。
      </Alert>
      {loan.virtualAccount && <PayLines account={loan.virtualAccount} amount={quote.total} />}
    </div>
  );
}

function useQuote(ask: Ask | null) {
  return useQuery({
    ...queryOf('servicing', 'prepaymentQuote', ask ?? { id: '1', kind: 'full' }),
    enabled: ask !== null,
    // The figures are requested anew each time and never cached, because a payment may have changed
    // them.
    staleTime: 0,
    retry: false,
  });
}

const IN_FULL: Choice = { kind: 'full', mode: 'shortenTerm', amount: null, agreesToMin: false };

function Inside({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const client = useQueryClient();
  const { busy, problem: refused, run } = useLoanAct();
  const [choice, setChoice] = useState(IN_FULL);
  const [done, setDone] = useState<Quote | null>(null);
  const [touched, setTouched] = useState(false);
  const choose = (change: Partial<Choice>) => setChoice({ ...choice, ...change });
  const { kind, mode, amount } = choice;
  const problem = kind === 'partial' ? partProblem(amount, loan.outstandingPrincipal) : undefined;
  const agrees = choice.agreesToMin ? ({ agreesToMin: 'yes' } as const) : {};
  const part = kind === 'partial' ? { mode, amount: amount ?? 0, ...agrees } : {};
  const ask: Ask | null = problem ? null : { id: loan.id, kind, ...part };
  const quote = useQuote(done ? null : ask);
  const instruct = async () => {
    setTouched(true);
    if (!ask) return;
    const sent = await run(async (options) => {
      const { data } = await deferredApi.servicing.instructPrepayment(ask, options);
      setDone(data);
    });
    if (!sent) return;
    toast('已收到提前清償的指示');
    void client.invalidateQueries({ queryKey: ['servicing'] });
  };
  if (done) {
    return (
      <>
        <Instructed loan={loan} quote={done} />
        <Row className="mt-5">
          <Button look="primary" onClick={onClose}>
            完成
          </Button>
        </Row>
      </>
    );
  }
  return (
    <div className="grid gap-5">
      <Choosing
        loan={loan}
        choice={choice}
        problem={touched || amount !== null ? problem : undefined}
        onChoose={choose}
      />
      <div role="status" className="quote">
        {ask && quote.isPending && <SkeletonLines lines={4} />}
        {quote.isLoadingError && <Alert tone="danger" title={wordsOf(quote.error)} />}
        {ask && quote.data && (
          <Quoted quote={quote.data.data} onFull={() => choose({ kind: 'full' })} />
        )}
      </div>
      <p className="text-sm text-ink-3">
        前 {loan.servicingTerms.prepaymentFeeInstalments} 期內提前清償，收取清償本金的{' '}
        {formatPercent(percentOfBps(loan.servicingTerms.prepaymentFeeBps))}{' '}
        手續費，之後免收。金額當天 23:59 前有效。
      </p>
      {refused && <Alert tone="danger" live title={refused} />}
      <Row>
        <Button look="primary" busy={busy} onClick={() => void instruct()}>
          確認提前清償
        </Button>
        <Button look="quiet" onClick={onClose}>
          先不要
        </Button>
      </Row>
    </div>
  );
}

export function PrepaymentDialog({
  loan,
  open,
  onClose,
}: {
  loan: Loan;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title="提前清償">
      <Inside loan={loan} onClose={onClose} />
    </Dialog>
  );
}
