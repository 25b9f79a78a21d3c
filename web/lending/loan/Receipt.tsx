// Signing, step 5: receipt with the time, the hash of the sealed document, and what comes next.
import { FileText } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Accordion, Card, Facts } from '../../ui/display/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Stones } from '../../ui/drawings/drawings.tsx';
import { type Happening, Timeline } from '../../ui/display/Timeline.tsx';
import { Row } from '../../ui/Layout.tsx';
import type { Contract } from '../signing/ContractReader.tsx';
import type { Signed } from '../signing/SmsStep.tsx';
import { pdfWindow } from '../../document-window.ts';
import { DocumentButton } from '../../ui/DocumentButton.tsx';
import { api } from '../../site/kit/api.ts';

/**
 * Moves the focus to the heading, so that a screen reader announces the receipt when it replaces
 * the last step.
 */
function useFirstFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** Whether the loan has been disbursed. */
const isPaidOut = ({ status }: Pick<Contract, 'status'>) => status >= 60 && status <= 95;

/** Shows the disbursement that follows the signature, planned or done. */
function Afterwards({ contract }: { contract: Contract }) {
  const isPaid = isPaidOut(contract);
  const { payoutAccount: account } = contract;
  const where = account ? `${account.bankName} ${account.accountMasked}` : '您的本人帳戶';
  const plan = '載明每一期的應還日與金額，並提供還款虛擬帳號。';
  const items: Happening[] = [
    { title: '契約已封緘', state: 'done' },
    {
      title: '銀行撥款',
      ...(isPaid ? { state: 'done' } : { when: '約 1 個營業日' }),
      text: (
        <>
          <Money amount={contract.terms.netPayout} /> {isPaid ? '已撥入' : '將撥入'}
          {where}
        </>
      ),
    },
    { title: '收到還款計畫確認書', text: plan, ...(isPaid && { state: 'done' }) },
  ];
  const title = isPaid ? '簽約之後' : '接下來';
  return (
    <section aria-labelledby="next-title">
      <h3 id="next-title" className="mb-4">
        {title}
      </h3>
      <Timeline items={items} />
    </section>
  );
}

export function Receipt({
  signed,
  contract,
  email,
}: {
  signed: Signed;
  contract: Contract;
  email: string;
}) {
  const heading = useFirstFocus();
  return (
    <div className="grid gap-6">
      <div className="success-head grid justify-items-center gap-2 text-center">
        <Stones />
        <h2 ref={heading} tabIndex={-1} className="wizard-title">
          契約簽署完成
        </h2>
        <p>簽署通知已寄至 {email}。</p>
      </div>
      <Card as="section" aria-label="簽署回條">
        <Facts
          facts={[
            { name: '契約編號', value: <span className="num">{contract.contractNo}</span> },
            { name: '簽署時間', value: <DateText at={signed.signedAt} /> },
          ]}
        />
        <Accordion title="驗證這份檔案">
          <p>檔案如有任何更動，以 SHA-256 計算的雜湊值就會不同。簽署的檔案是：</p>
          <p className="my-2">
            <code className="hash">{signed.sha256}</code>
          </p>
          <CopyButton text={signed.sha256} what="雜湊值" label="複製" />
        </Accordion>
        <div className="mt-4 flex flex-wrap gap-3">
          <DocumentButton
            size="sm"
            icon={<FileText size={18} aria-hidden="true" />}
            filename="contract.pdf"
            open={pdfWindow(() => api.lending.contract())}
          >
            契約 PDF
          </DocumentButton>
        </div>
      </Card>
      <Afterwards contract={contract} />
      <Row>
        <GoButton to={paths.myLoan()} look="primary" size="lg">
          {isPaidOut(contract) ? '前往還款' : '查看進度'}
        </GoButton>
      </Row>
    </div>
  );
}
