// All approved terms, and the borrower's answer: accept, or decline with a reason.
import { useState } from 'react';
import { add } from '#contract/core/money.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { sentenceOf } from '#contract/today/facts.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Countdown, DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { Checkbox } from '../../ui/fields/Choices.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { TextArea } from '../../ui/fields/Select.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { Row } from '../../ui/Layout.tsx';
import { useLoanAct } from './use-loan-act.ts';

type Offer = NonNullable<Loan['offer']>;
const REASON_MAX = 200;

export function OfferTerms({ offer }: { offer: Omit<Offer, 'validUntil' | 'grade'> }) {
  return (
    <Facts
      align="end"
      facts={[
        { name: '核准金額', value: <Money amount={offer.amount} /> },
        { name: '年化利率（固定）', value: <Percent value={offer.annualRate} /> },
        { name: '期數', value: `${offer.installments} 期・本息平均攤還` },
        { name: '利息總額', value: <Money amount={offer.totalInterest} /> },
        {
          name: '平台服務費',
          value: <Money amount={offer.platformFee} />,
          note: `另扣匯費 ${formatMoney(offer.remittanceFee)}，均於撥款時收取一次`,
        },
        {
          name: '實際撥款金額',
          value: (
            <b>
              <Money amount={offer.netPayout} />
            </b>
          ),
        },
        {
          name: '總成本',
          value: (
            <b>
              <Money amount={add(offer.totalInterest, offer.platformFee, offer.remittanceFee)} />
            </b>
          ),
          note: '利息、平台服務費與匯費加總',
        },
        {
          name: '總費用年百分率',
          value: (
            <b>
              <Percent value={offer.apr} />
            </b>
          ),
        },
      ]}
    />
  );
}

function Declining({ loan, open, onClose }: { loan: Loan; open: boolean; onClose: () => void }) {
  const { busy, problem, run } = useLoanAct();
  const [reason, setReason] = useState('');
  const tooLong = [...reason].length > REASON_MAX;
  const decline = async () => {
    if (tooLong) return;
    const input = { id: loan.id, ...(reason.trim() && { reason: reason.trim() }) };
    if (await run((options) => deferredApi.lending.declineOffer(input, options))) {
      toast('已放棄核准條件');
      onClose();
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="放棄這次的核准條件？"
      alert
      footer={
        <>
          <Button look="primary" onClick={onClose}>
            返回條件
          </Button>
          <Button look="danger" busy={busy} onClick={() => void decline()}>
            確定放棄
          </Button>
        </>
      }
    >
      <p className="mb-4">放棄後這筆申貸案就會結束，不收取任何費用；之後可以再次申請。</p>
      <Field
        label="原因"
        optional
        hint="您的意見有助於我們改進"
        error={tooLong ? `最多 ${REASON_MAX} 個字` : undefined}
      >
        <TextArea
          value={reason}
          limit={REASON_MAX}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {problem && <Alert tone="danger" live title={problem} />}
    </Dialog>
  );
}

/** 30 */
export function OfferBox({ loan }: { loan: Loan }) {
  const { busy, problem, run } = useLoanAct();
  const [read, setRead] = useState(false);
  const [asked, setAsked] = useState(false);
  const [declining, setDeclining] = useState(false);
  const { offer } = loan;
  if (!offer) return null;
  const agree = async () => {
    setAsked(true);
    if (!read) return;
    if (await run((options) => deferredApi.lending.agreeToOffer({ id: loan.id }, options))) {
      toast('已同意條件，案件開始募集');
    }
  };
  const unread = asked && !read;
  return (
    <Card as="section" className="offer">
      <CardHead title={sentenceOf('loanOffer')}>
        <span className="text-sm text-ink-3">
          <Countdown until={offer.validUntil} />
        </span>
      </CardHead>
      <p className="text-sm text-ink-3">每期應還</p>
      <p
        className="flex flex-wrap gap-x-3 gap-y-1 items-baseline mb-2
          text-(length:--text-figure) font-medium text-ink tabular-nums lining-nums"
      >
        <Money amount={offer.instalment} />
        <span className="text-[1rem] font-normal text-ink-3">× {offer.installments} 期</span>
      </p>
      <OfferTerms offer={offer} />
      <p className="mt-4 text-sm text-ink-3">
        條件保留至 <DateText at={offer.validUntil} />
        。同意後案件上架，由多位出資人共同支持；未募滿不收取任何費用。
      </p>
      <div className="mt-3">
        <Checkbox
          id="offer-read"
          checked={read}
          aria-invalid={unread || undefined}
          aria-describedby={unread ? 'offer-unread' : undefined}
          onChange={({ target }) => setRead(target.checked)}
        >
          我已了解每期應還金額、費用與總費用年百分率
        </Checkbox>
        {unread && (
          <p id="offer-unread" className="field-error" role="alert">
            請先確認已了解以上條件
          </p>
        )}
      </div>
      <Row className="mt-4">
        <Button look="primary" size="lg" busy={busy} onClick={() => void agree()}>
          同意條件並開始募集
        </Button>
        <Button look="quiet" onClick={() => setDeclining(true)}>
          放棄
        </Button>
      </Row>
      {problem && (
        <div className="mt-4">
          <Alert tone="danger" live title={problem} />
        </div>
      )}
      <Declining loan={loan} open={declining} onClose={() => setDeclining(false)} />
    </Card>
  );
}
