// Verification data on the account page: progress, bank account, ID document.
import { verificationStepText } from '#contract/verification/words.ts';
import { useSession } from '../../session.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import type { Account } from './account.ts';
import { progressOf } from '../progress.ts';

const steps = Object.values(verificationStepText);

export function VerificationCard({ account }: { account: Account }) {
  const { verification } = useSession();
  const stage = verification?.verifiedIDStage ?? account.verifiedIDStage;
  const status = verification?.verifiedIDstatus ?? account.verifiedIDstatus;
  const { text, tone, action } = progressOf(stage, status);
  return (
    <Card as="section">
      <CardHead title="身分驗證">
        <Tag tone={tone}>{text}</Tag>
      </CardHead>
      <Steps steps={steps} current={stage} label="身分驗證的步驟" />
      <div className="mt-6">
        <GoButton to={paths.verification()} look={stage < 4 ? 'primary' : 'secondary'}>
          {action}
        </GoButton>
      </div>
    </Card>
  );
}

const APPROVED = 3;

export function BankCard({ account }: { account: Account }) {
  const { bank, verifiedIDstatus } = account;
  return (
    <Card as="section">
      <CardHead title="銀行帳戶">
        {bank && verifiedIDstatus === APPROVED && (
          <GoButton to={paths.alterBank()} size="sm" aria-label="變更銀行帳戶">
            變更
          </GoButton>
        )}
      </CardHead>
      {bank ? (
        <Facts
          facts={[
            { name: '銀行', value: `${bank.bankCode} ${bank.bankName}` },
            { name: '帳號', value: <span className="num">{bank.accountMasked}</span> },
            { name: '用途', value: '撥款、收回的本息與退款都匯入這個帳戶' },
          ]}
        />
      ) : (
        <p className="text-ink-3">完成身分驗證的第 4 步後，會顯示在這裡。</p>
      )}
    </Card>
  );
}

/** Number of the verification step from which on the documents have been submitted. */
const WITH_PAPERS = 3;

export function IdCard({ account }: { account: Account }) {
  const given = account.verifiedIDStage >= WITH_PAPERS;
  return (
    <Card as="section">
      <CardHead title="證件">
        {account.verifiedIDstatus === APPROVED && (
          <GoButton to={paths.alterId()} size="sm" aria-label="更新身分證件">
            更新
          </GoButton>
        )}
      </CardHead>
      {given ? (
        <Facts
          facts={[
            {
              name: '身分證件',
              value: '正面、反面、第二證件與本人照片',
              note: '證件換發、補發、遺失或更名時，請更新證件',
            },
          ]}
        />
      ) : (
        <p className="text-ink-3">完成身分驗證的第 3 步後，會顯示在這裡。</p>
      )}
    </Card>
  );
}
