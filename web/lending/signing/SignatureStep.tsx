// Signing, step 2: the signature specimen, drawn or generated from the typed name.
import { useRef, useState } from 'react';
import { LeaveQuestion } from '../../form/LeaveGuard.tsx';
import { api } from '../../site/kit/api.ts';
import { useAct } from '../../use-act.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { SignaturePad } from '../../ui/fields/SignaturePad.tsx';
import { announce } from '../../ui/overlay/toasts.tsx';
import { WizardBar } from '../../ui/WizardBar.tsx';

export function SignatureStep({
  kept,
  onBack,
  onNext,
}: {
  /** True if a specimen was stored before. */
  kept: boolean;
  onBack: () => void;
  onNext: () => void;
}) {
  const [again, setAgain] = useState(!kept);
  const [drawn, setDrawn] = useState('');
  const [missing, setMissing] = useState('');
  const { busy, problem, run, clear } = useAct(
    async () => {
      await api.lending.stylemap({ stylemap: drawn });
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
    if (!drawn) {
      setMissing('請先簽名，或輸入姓名產生簽名');
      pad.current?.scrollIntoView({ block: 'center' });
      pad.current?.focus({ preventScroll: true });
      return;
    }
    // If sending fails, the drawing stays, and only sending is tried again.
    void run();
  };
  return (
    <div className="grid gap-6">
      <p>簽名會放在契約的簽署頁，請以平時的筆跡簽下中文姓名。手機橫放可以簽得更大。</p>
      {again ? (
        <div ref={pad} tabIndex={-1} className="rounded-card">
          <SignaturePad
            onSignatureChange={(signature) => {
              setDrawn(signature);
              setMissing('');
              clear();
            }}
          />
        </div>
      ) : (
        <Alert tone="ok" title="已保存您的簽名式樣">
          <p>可以直接繼續，或重新簽一次。</p>
          <Button size="sm" onClick={() => setAgain(true)}>
            重新簽名
          </Button>
        </Alert>
      )}
      <WizardBar reason={missing || problem || undefined}>
        <Button onClick={onBack}>上一步</Button>
        <Button look="primary" busy={busy} busyLabel="保存中……" onClick={save}>
          下一步
        </Button>
      </WizardBar>
      <LeaveQuestion dirty={again && drawn !== '' && !busy} />
    </div>
  );
}
