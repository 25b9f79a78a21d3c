// Investment box of a case: the amount, the expected return and the next step; or what prevents an
// order.
import { useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { roundedTo } from '#contract/core/money.ts';
import type { CaseDetail } from '#contract/investing/calls.ts';
import { untilReleased } from '../../form/press.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/display/Card.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { MoneyInput } from '../../ui/fields/DigitsInput.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Toggletip } from '../../ui/overlay/Toggletip.tsx';
import { amountProblem, type Gate, ORDER_MIN, quickAmounts } from './gate.ts';
import { NET_RATE } from '../NetRate.tsx';
import type { Returns } from '../returns.ts';

export type Investing = {
  of: CaseDetail;
  gate: Gate | null;
  amount: number | null;
  setAmount: (amount: number | null) => void;
  returns: Returns | undefined;
  stale: boolean;
};

function ReturnFigures({ of, returns, stale }: Pick<Investing, 'of' | 'returns' | 'stale'>) {
  const money = (amount: number | undefined) =>
    amount === undefined ? '—' : <Money amount={amount} />;
  const percent = (value: number | undefined) =>
    value === undefined ? '—' : <Percent value={value} />;
  // The tip adds up to the figure that it explains.
  const afterFee = returns && roundedTo(returns.lossAdjusted + of.expectedLoss, 2);
  return (
    <div className="invest-figures rounded-ctl bg-sunken" data-stale={stale ? '' : undefined}>
      <Facts
        align="end"
        facts={[
          { name: '每期約收回', value: money(returns?.rows[0]?.net) },
          { name: '總收回', value: money(returns?.totals.net) },
          { name: '手續費（已扣）', value: money(returns?.totals.fee) },
          {
            name: (
              <>
                {NET_RATE}
                <Toggletip about={NET_RATE} align="start">
                  年化利率 <Percent value={of.annualRate} />
                  ，扣除手續費後約 {percent(afterFee)}，再減去此等級預估的年損失率{' '}
                  <Percent value={of.expectedLoss} />
                  。這是估計，不是保證。
                </Toggletip>
              </>
            ),
            value: percent(returns?.lossAdjusted),
          },
        ]}
      />
    </div>
  );
}

function Gated({ gate }: { gate: Gate }) {
  return (
    <div className="grid gap-4">
      <Alert tone="info" title={gate.title}>
        {gate.text}
      </Alert>
      <GoButton to={gate.to} look="primary" wide>
        {gate.action}
      </GoButton>
    </div>
  );
}

function AmountForm({ of, amount, setAmount, returns, stale }: Omit<Investing, 'gate'>) {
  const [tried, setTried] = useState(false);
  const navigate = useNavigate();
  const id = useId();
  const problem = amountProblem(amount, of);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem || amount === null) document.getElementById(id)?.focus();
    else void navigate(paths.confirmInvest(of.id, amount));
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={submit} aria-label="出資">
      <Field
        id={id}
        label="出資金額"
        hint={
          <>
            <Money amount={ORDER_MIN} /> 起，您在本案最多可出資 <Money amount={of.orderMax} />
          </>
        }
        error={tried || (amount !== null && amount > of.orderMax) ? problem : undefined}
      >
        <MoneyInput
          value={amount}
          onValueChange={setAmount}
          onBlur={() => void untilReleased().then(() => setTried(true))}
        />
      </Field>
      <div className="chips" role="group" aria-label="常用金額">
        {quickAmounts(of.orderMax).map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={amount === one}
            onClick={() => setAmount(one)}
          >
            {one === of.orderMax ? '最高額' : formatMoney(one)}
          </button>
        ))}
      </div>
      <ReturnFigures of={of} returns={problem ? undefined : returns} stale={stale} />
      <Button type="submit" look="primary" size="lg" wide>
        {problem || amount === null ? '確認出資' : `確認出資 ${formatMoney(amount)}`}
      </Button>
      <p className="text-sm text-ink-3">下一步會再確認一次內容，送出後才成立訂單。</p>
    </form>
  );
}

export function InvestBox({ gate, onFollow, ...rest }: Investing & { onFollow?: () => void }) {
  return (
    <>
      {gate ? <Gated gate={gate} /> : <AmountForm {...rest} />}
      <p className="mt-4 pt-3.5 border-t border-line text-sm text-ink-3">
        平台不保證本金與收益，請分散出資。
        <Go to={`${paths.investCase(rest.of.id)}#risk`} onClick={onFollow}>
          看風險說明
        </Go>
      </p>
    </>
  );
}

/** On small screens: a bar at the bottom that opens the box as a sheet. */
export function InvestBar(props: Investing) {
  const [open, setOpen] = useState(false);
  const { gate, of, returns } = props;
  const first = returns?.rows[0]?.net;
  return (
    <div
      className="invest-bar no-print fixed z-50 right-0 bottom-0 left-0 gap-4 items-center
        justify-between px-4 pt-2.5 pb-[calc(10px_+_env(safe-area-inset-bottom))] border-t
        border-line bg-card shadow-2 md:px-6"
    >
      <p>
        {gate ? (
          gate.title
        ) : (
          <>
            <span>出資 {formatMoney(props.amount ?? 0)}，每期約收回</span>
            <b>{first === undefined ? '—' : <Money amount={first} />}</b>
          </>
        )}
      </p>
      {gate ? (
        <GoButton to={gate.to} look="primary">
          {gate.action}
        </GoButton>
      ) : (
        <Button look="primary" onClick={() => setOpen(true)}>
          出資
        </Button>
      )}
      <Drawer side="bottom" open={open} onClose={() => setOpen(false)} title={`出資 ${of.caseNo}`}>
        <InvestBox {...props} onFollow={() => setOpen(false)} />
      </Drawer>
    </div>
  );
}
