// Signing, step 1: a summary of the terms, and the one figure that the borrower must confirm.
import { useState } from 'react';
import { percentOfBps } from '#contract/core/money.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { Checkbox } from '../../ui/fields/Choices.tsx';
import { focusField } from '../../ui/fields/focus-field.ts';
import { formatPercent } from '../../ui/format.ts';
import { WizardBar } from '../../ui/WizardBar.tsx';
import { OfferTerms } from '../loan/OfferBox.tsx';
import type { Contract } from './ContractReader.tsx';

function Before({ payoutAccount: account, servicingTerms: terms }: Contract) {
  return (
    <Card as="section">
      <CardHead title="簽約前請確認" />
      <Facts
        facts={[
          {
            name: '撥款帳戶',
            value: account ? `${account.bankName} ${account.accountMasked}` : '您的本人帳戶',
            note: '撥款只會匯入您已驗證的本人帳戶',
          },
          {
            name: '提前清償',
            value: `隨時可以。前 ${terms.prepaymentFeeInstalments} 期內收取清償本金的 ${formatPercent(
              percentOfBps(terms.prepaymentFeeBps),
            )}，之後免收`,
          },
          {
            name: '逾期',
            value: `應還日後 ${terms.graceDays} 天內繳清不另計費；超過則依約定利率計收遲延利息與違約金`,
          },
          {
            name: '個人資料',
            value: '契約中以訂單編號表示出資人；出資人看到的是遮蔽後的姓名與證號',
          },
        ]}
      />
    </Card>
  );
}

export function TermsStep({ contract, onNext }: { contract: Contract; onNext: () => void }) {
  const [confirmed, setConfirmed] = useState(false);
  const [isTried, setTried] = useState(false);
  const { terms } = contract;
  const reason = isTried && !confirmed ? '請先勾選確認總費用年百分率與條款' : undefined;
  return (
    <div className="grid gap-6">
      <Card as="section">
        <p className="text-sm text-ink-3">每期應還</p>
        <p
          className="flex flex-wrap gap-x-3 gap-y-1 items-baseline mb-2
            text-(length:--text-figure) font-medium text-ink tabular-nums
            lining-nums"
        >
          <Money amount={terms.instalment} />
          <span className="text-[1rem] font-normal text-ink-3">× {terms.installments} 期</span>
        </p>
        <OfferTerms offer={terms} />
      </Card>
      <Before {...contract} />
      <Checkbox
        id="apr-confirmed"
        checked={confirmed}
        aria-invalid={reason ? true : undefined}
        onChange={({ target }) => setConfirmed(target.checked)}
      >
        我已確認總費用年百分率 <b>{formatPercent(terms.apr)}</b> 與以上條款
      </Checkbox>
      <WizardBar reason={reason} onReason={() => void focusField('apr-confirmed')}>
        <Button
          look="primary"
          onClick={() => {
            setTried(true);
            if (confirmed) onNext();
            else focusField('apr-confirmed');
          }}
        >
          下一步
        </Button>
      </WizardBar>
    </div>
  );
}
