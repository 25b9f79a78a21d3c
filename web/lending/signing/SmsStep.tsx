// Signing, step 4: the code by text message, which completes the signature.
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { PasskeyStepUp } from '../../identity/sign-in/PasskeyStepUp.tsx';
import { codeShape, SentCode, useStepUp } from '../../identity/sign-in/StepUp.tsx';
import { api } from '../../site/kit/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Layout.tsx';

export type Signed = { signedAt: string; sha256: string };

const schema = z.object(codeShape);

function CodeForm({
  step: { code, act },
  onSigned,
}: {
  step: ReturnType<typeof useStepUp>;
  onSigned: (signed: Signed) => void;
}) {
  const form = useZodForm(schema, { smsCode: '' });
  return (
    <Form
      form={form}
      label="簡訊驗證"
      onSubmit={async ({ smsCode }, sending) => {
        const { data } = await act(smsCode, () => api.lending.signContract({}, sending));
        onSigned({ signedAt: data.signedAt, sha256: data.sha256 });
      }}
    >
      <div className="grid gap-5 px-5 py-6 rounded-card bg-sunken">
        <SentCode code={code} />
      </div>
      <p>
        按下「簽署契約」，即表示您確認這是您本人的借款案件，並同意以電子簽章簽署本借貸契約，與親筆簽名有相同效力。
      </p>
      <Row>
        <SubmitButton size="lg" busyLabel="簽署中……">
          簽署契約
        </SubmitButton>
      </Row>
    </Form>
  );
}

export function SmsStep({
  contractNo,
  onBack,
  onSigned,
}: {
  contractNo: string;
  onBack: () => void;
  onSigned: (signed: Signed) => void;
}) {
  const named = { act: 'sign-contract', object: contractNo } as const;
  const step = useStepUp(named);
  const { code } = step;
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (code.sentTo) region.current?.querySelector('input')?.focus();
  }, [code.sentTo]);
  return (
    <div className="grid gap-6" ref={region}>
      <p>最後一步：以您驗證過的手機接收驗證碼，確認是您本人簽署。</p>
      {code.sentTo ? (
        <CodeForm step={step} onSigned={onSigned} />
      ) : (
        <div>
          <Button
            look="primary"
            size="lg"
            busy={code.busy}
            busyLabel="寄送中……"
            onClick={() => void code.send()}
          >
            取得驗證碼
          </Button>
        </div>
      )}
      {code.problem && <Alert tone="danger" live title={code.problem} />}
      <PasskeyStepUp
        named={() => named}
        label="改用通行密鑰驗證並簽署"
        onProven={async () => {
          const { data } = await api.lending.signContract();
          onSigned({ signedAt: data.signedAt, sha256: data.sha256 });
        }}
      />
      <div>
        <Button onClick={onBack}>上一步</Button>
      </div>
    </div>
  );
}
