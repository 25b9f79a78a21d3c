// Page /account/loan/protect: reading and signing the contract in five steps.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../../api.ts';
import { storedName } from '../../drafts.ts';
import { useSession } from '../../session.ts';
import { queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Back } from '../../site/kit/Back.tsx';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Countdown } from '../../ui/display/Amount.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { type Contract, ContractReader } from './ContractReader.tsx';
import { Receipt } from '../loan/Receipt.tsx';
import { SignatureStep } from './SignatureStep.tsx';
import { SmsStep, type Signed } from './SmsStep.tsx';
import { TermsStep } from './TermsStep.tsx';
import { useStepFocus } from '../use-step-focus.ts';
import '../../verification/verification.css';
import '../lending.css';

export const meta = () => [
  { title: titleOf('線上對保與簽約') },
  { name: 'robots', content: 'noindex' },
];

const SIGNING = 50;
const names = ['確認條款', '簽名式樣', '閱讀契約', '簡訊驗證', '完成'] as const;
const DONE = 4;

function NotYet() {
  return (
    <EmptyState
      title="目前沒有待簽署的契約"
      actions={
        <GoButton to={paths.myLoan()} look="primary">
          查看我的申貸案
        </GoButton>
      }
    >
      案件募滿後，我們會立即以電子郵件、簡訊與站內通知請您來這裡閱讀契約並簽署，全程約 10 分鐘。
    </EmptyState>
  );
}

const reachedKey = (contractNo: string) => `${storedName.signing}${contractNo}`;

/** Returns the step reached in this tab; 0 if nothing can be stored. */
function readReached(contractNo: string): number {
  try {
    return Number(sessionStorage.getItem(reachedKey(contractNo)) ?? 0);
  } catch {
    return 0;
  }
}

function keepReached(contractNo: string, step: number): void {
  try {
    sessionStorage.setItem(reachedKey(contractNo), String(step));
  } catch {
    // If nothing can be stored, a reload starts with the first step.
  }
}

/** The step is part of the URL, so that a reload keeps it; no step can be skipped. */
function useSigningStep(contractNo: string): [number, (step: number) => void] {
  const [query, setQuery] = useSearchParams();
  const [reached, setReached] = useState(() => readReached(contractNo));
  const asking = Number(query.get('step') ?? 1) - 1;
  const step = Number.isInteger(asking) ? Math.max(0, Math.min(asking, reached, DONE - 1)) : 0;
  const go = (to: number) => {
    if (to > reached) {
      setReached(to);
      keepReached(contractNo, to);
    }
    setQuery(to > 0 ? { step: String(to + 1) } : {});
  };
  return [step, go];
}

function Flow({
  contract,
  name,
  onSigned,
}: {
  contract: Contract;
  name: string;
  onSigned: (signed: Signed) => void;
}) {
  const [step, show] = useSigningStep(contract.contractNo);
  const [hasSignature, setHasSignature] = useState(contract.hasSignature);
  const { heading, moved } = useStepFocus(step);
  const go = (to: number) => {
    moved();
    show(to);
  };
  const next = () => go(step + 1);
  const back = () => go(step - 1);
  return (
    <>
      <Steps steps={names} current={step} label="對保簽約的步驟" />
      <h2 ref={heading} tabIndex={-1} className="wizard-title">
        {names[step]}
      </h2>
      {step === 0 && <TermsStep contract={contract} onNext={next} />}
      {step === 1 && (
        <SignatureStep
          kept={hasSignature}
          name={name}
          onBack={back}
          onNext={() => {
            setHasSignature(true);
            next();
          }}
        />
      )}
      {step === 2 && <ContractReader contract={contract} onBack={back} onNext={next} />}
      {step === 3 && <SmsStep contractNo={contract.contractNo} onBack={back} onSigned={onSigned} />}
    </>
  );
}

function Content({ contract, name }: { contract: Contract; name: string }) {
  const client = useQueryClient();
  const { user } = useSession();
  const [signed, setSigned] = useState<Signed | null>(null);
  const before =
    contract.status !== SIGNING && contract.signedAt && contract.sha256
      ? { signedAt: contract.signedAt, sha256: contract.sha256 }
      : null;
  const receipt = signed ?? before;
  if (receipt) {
    return (
      <>
        <Steps steps={names} current={DONE + 1} label="對保簽約的步驟" />
        <Receipt signed={receipt} contract={contract} email={user?.email ?? ''} />
      </>
    );
  }
  if (contract.status !== SIGNING) return <NotYet />;
  return (
    <Flow
      contract={contract}
      name={name}
      onSigned={(done) => {
        setSigned(done);
        void client.invalidateQueries({ queryKey: ['lending'] });
      }}
    />
  );
}

function Body() {
  const details = useQuery(queryOf('lending', 'contractDetails', {}));
  const info = useQuery(queryOf('identity', 'accountInfo', {}));
  if (details.isPending || info.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="mb-6 h-16" />
        <Skeleton shape="block" className="h-96" />
      </Loading>
    );
  }
  if (details.isLoadingError) {
    const { error } = details;
    if (error instanceof ApiFailure && error.code === 'CONTRACT_NOT_FOUND') return <NotYet />;
    return (
      <ErrorState
        onRetry={() => void details.refetch()}
        requestId={error instanceof ApiFailure ? error.requestId : undefined}
      />
    );
  }
  if (info.isLoadingError) return <ErrorState onRetry={() => void info.refetch()} />;
  return <Content contract={details.data.data} name={info.data.data.name ?? ''} />;
}

function Term() {
  const details = useQuery(queryOf('lending', 'contractDetails', {}));
  const contract = details.data?.data;
  if (contract?.status !== SIGNING || !contract.signBy) return null;
  return (
    <p className="text-ink-3">
      請於期限前完成簽署，
      <Countdown until={contract.signBy} />
    </p>
  );
}

export default function SigningPage() {
  return (
    <div className="container page">
      <Stack className="signing">
        <Back to={paths.myLoan()}>我的申貸案</Back>
        <div>
          <h1>線上對保與簽約</h1>
          <Term />
        </div>
        <Body />
      </Stack>
    </div>
  );
}
