// Signing, step 2: the signature specimen, drawn, or made by the server from the verified name.
import { useRef, useState } from 'react';
import { LeaveQuestion } from '../../form/LeaveGuard.tsx';
import { api } from '../../site/kit/api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { useAct } from '../../use-act.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { SignaturePad, type Signature } from '../../ui/fields/SignaturePad.tsx';
import { announce } from '../../ui/overlay/toasts.tsx';
import { WizardBar } from '../../ui/WizardBar.tsx';

function StoredSpecimen({ onAgain }: { onAgain: () => void }) {
  return (
    <Alert tone="ok" title="已保存您的簽名式樣">
      <p>可以直接繼續，或重新簽一次。</p>
      <Button size="sm" onClick={onAgain}>
        重新簽名
      </Button>
    </Alert>
  );
}

export function SignatureStep({
  kept,
  name,
  onBack,
  onNext,
}: {
  /** True if a specimen was stored before. */
  kept: boolean;
  /** Verified name of the borrower. */
  name: string;
  onBack: () => void;
  onNext: () => void;
}) {
  const [again, setAgain] = useState(!kept);
  const [signature, setSignature] = useState<Signature | null>(null);
  const [missing, setMissing] = useState('');
  const { busy, problem, run, clear } = useAct(
    async (given: Signature) => {
      await ('drawn' in given
        ? api.lending.stylemap({ stylemap: given.drawn })
        : deferredApi.lending.typeSignature(given));
      announce('簽名式樣已保存');
      onNext();
    },
    { leaves: true },
  );
  const pad = useRef<HTMLDivElement>(null);
  const save = () => {
    if (!again) {
      onNext();
      return;
    }
    if (!signature) {
      setMissing('請先簽名，或以姓名簽署');
      pad.current?.scrollIntoView({ block: 'center' });
      pad.current?.focus({ preventScroll: true });
      return;
    }
    // If sending fails, the drawing stays, and only sending is tried again.
    void run(signature);
  };
  return (
    <div className="grid gap-6">
      <p>簽名會放在契約的簽署頁，請以平時的筆跡簽下姓名。手機橫放可以簽得更大。</p>
      {again ? (
        <div ref={pad} tabIndex={-1} className="rounded-card">
          <SignaturePad
            name={name}
            onSignatureChange={(changed) => {
              setSignature(changed);
              setMissing('');
              clear();
            }}
          />
        </div>
      ) : (
        <StoredSpecimen onAgain={() => setAgain(true)} />
      )}
      <WizardBar reason={missing || problem || undefined}>
        <Button onClick={onBack}>上一步</Button>
        <Button look="primary" busy={busy} busyLabel="保存中……" onClick={save}>
          下一步
        </Button>
      </WizardBar>
      <LeaveQuestion dirty={again && signature !== null && !busy} />
    </div>
  );
}
