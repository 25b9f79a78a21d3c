// Starts a verification of the hash chains, shows the latest one, and saves its proof file.
import { ShieldCheck } from 'lucide-react';
import type { Verification } from '#contract/tasks/audit.ts';
import { useAct } from '../../use-act.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { api } from '../../office/api.ts';
import { FileButton } from '../../office/kit/FileButton.tsx';

const proofOf = async (id: string) => {
  const { data } = await api.tasks.proofFile({ id });
  return `${JSON.stringify(data, null, 2)}\n`;
};

function Latest({ verification }: { verification: Verification }) {
  const { askedAt, askedBy, finishedAt, state } = verification;
  if (state === 'pending') {
    return (
      <>
        {askedBy}於 <DateText at={askedAt} /> 要求驗證，正在核對兩條鏈與鏈頭……
      </>
    );
  }
  return (
    <>
      {askedBy}要求的驗證於 <DateText at={finishedAt ?? askedAt} />{' '}
      {state === 'failed' ? '沒有完成，請稍後再試一次。' : '完成，結果如下。'}
    </>
  );
}

export function Verifying({
  verification,
  onAsked,
}: {
  verification: Verification | null;
  onAsked: () => Promise<unknown>;
}) {
  const pending = verification?.state === 'pending';
  const verify = useAct(() => api.tasks.verifyChains({}), {
    toasted: 'danger',
    afterwards: onAsked,
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        busy={verify.busy || pending}
        busyLabel="驗證中……"
        icon={<ShieldCheck size={18} aria-hidden="true" />}
        onClick={() => void verify.run()}
      >
        立即驗證
      </Button>
      {verification?.state === 'done' && (
        <FileButton
          look="quiet"
          label="下載證明檔"
          filename={`稽核證明-${verification.id}.json`}
          load={() => proofOf(verification.id)}
        />
      )}
      <p className="text-sm text-ink-2" role="status">
        {verification && <Latest verification={verification} />}
      </p>
    </div>
  );
}
