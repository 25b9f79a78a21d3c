// Step 7 of the application: which documents have been uploaded, and which can be sent later.
import { incomeProofWords } from '#contract/verification/words.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, FileText } from 'lucide-react';
import { z } from 'zod';
import type { Plan } from '#contract/lending/calls.ts';
import { useSession } from '../../session.ts';
import { queryOf } from '../../site/kit/api.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { FormPart } from '../../verification/FormPart.tsx';
import { DOCUMENTS_STEP } from './apply-steps.ts';
import { StepForm, type StepProps } from './StepForm.tsx';

/** Returns the state of the income proofs as text; null while it is loading. */
export function useProofState(): { isGiven: boolean; text: string } | null {
  const list = useQuery(queryOf('verification', 'financialStatements', {}));
  if (!list.data) return null;
  const { status } = list.data.data;
  return {
    isGiven: status === 1 || status === 3,
    text: (incomeProofWords[status] ?? incomeProofWords[0]!).about,
  };
}

function Line({
  name,
  isGiven,
  text,
  to,
  action,
}: {
  name: string;
  isGiven: boolean;
  text: string;
  to?: string;
  action?: string;
}) {
  const Icon = isGiven ? CircleCheck : CircleDashed;
  return (
    <li
      className="qualified-line grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-2
        items-center py-3 border-b border-line last:border-b-0"
      data-lacking={isGiven ? undefined : ''}
    >
      <Icon size={22} aria-hidden="true" />
      <span>
        {name}
        <span className="text-ink-3">（{text}）</span>
      </span>
      {to && (
        <GoButton to={to} size="sm" aria-label={`${action}：${name}`}>
          {action}
        </GoButton>
      )}
    </li>
  );
}

function Papers({ plan }: { plan: Plan | undefined }) {
  const proof = useProofState();
  const { isVerified } = useSession();
  return (
    <>
      <FormPart title="要準備的文件" about="手邊沒有也可以先送出申請，備齊後才會開始審核">
        <ul className="grid">
          <Line
            name="財力證明"
            isGiven={proof?.isGiven ?? false}
            text={proof?.text ?? '讀取中……'}
            to={paths.financialProof({ from: 'apply' })}
            action={proof?.isGiven ? '查看' : '現在提供'}
          />
          <Line
            name="身分證件與銀行帳戶"
            isGiven={isVerified}
            text={isVerified ? '已通過驗證' : '驗證審核中'}
            {...(!isVerified && { to: paths.verification(), action: '查看' })}
          />
          <Line name="在職證明與其他文件" isGiven={false} text="選填，送出申請後即可上傳" />
        </ul>
      </FormPart>
      {plan && (
        <FormPart title={`${plan.listName}的應備文件`}>
          <ul className="check-list">
            {plan.requiredDocuments.map((line) => (
              <li key={line}>
                <FileText size={20} aria-hidden="true" />
                {line}
              </li>
            ))}
          </ul>
        </FormPart>
      )}
    </>
  );
}

export function DocumentsStep({ plan, ...step }: StepProps & { plan: Plan | undefined }) {
  return (
    <StepForm {...step} schema={z.object({})} label={`步驟 ${DOCUMENTS_STEP}：文件`}>
      <Papers plan={plan} />
    </StepForm>
  );
}
