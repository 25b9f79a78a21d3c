// Confirms the member's identity before a sensitive action: by text message, password or passkey.
import { useEffect, useRef, type ReactNode } from 'react';
import { z } from 'zod';
import type { StepUpFor } from '#contract/identity/step-up.ts';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { PasswordField } from '../../form/PasswordField.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { useAct } from '../../use-act.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Row } from '../../ui/Layout.tsx';
import { proofBy, type Account } from '../account/account.ts';
import { PasskeyStepUp } from './PasskeyStepUp.tsx';
import { codeShape, SentCode, useStepUp } from './StepUp.tsx';
import { useLogout } from './use-logout.ts';

const codeSchema = z.object(codeShape);
const passwordSchema = z.object({ password: z.string().min(1).max(200) });

type Act = {
  /** What the confirmation is for. */
  named: StepUpFor;
  /** Label of the button, such as 「下載」. */
  act: string;
  /** The action to perform after the confirmation; its failure is shown in the dialog. */
  onProven: () => Promise<void>;
  danger?: boolean | undefined;
};

/** Reuses the confirmation: if only the action fails, the member need not confirm again. */
function useProven(prove: (value: string) => Promise<unknown>, onProven: () => Promise<void>) {
  const proven = useRef(false);
  return async (value: string) => {
    if (!proven.current) await prove(value);
    proven.current = true;
    try {
      await onProven();
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED') proven.current = false;
      throw error;
    }
  };
}

type Step = ReturnType<typeof useStepUp>;

function CodeForm({ step, act, danger, onProven }: Omit<Act, 'named'> & { step: Step }) {
  const form = useZodForm(codeSchema, { smsCode: '' });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <Form form={form} label="簡訊驗證" onSubmit={({ smsCode }) => step.act(smsCode, onProven)}>
      <div className="grid gap-4" ref={box}>
        <SentCode code={step.code} />
      </div>
      <Row>
        <SubmitButton look={danger ? 'danger' : 'primary'}>{act}</SubmitButton>
      </Row>
    </Form>
  );
}

function ByPhone({ named, phone, ...rest }: Act & { phone: string }) {
  const step = useStepUp(named);
  const { code } = step;
  return (
    <div className="grid gap-6">
      {code.sentTo ? (
        <CodeForm step={step} {...rest} />
      ) : (
        <>
          <p>
            我們會傳送驗證碼到您驗證過的手機 <strong className="num">{phone}</strong>。
          </p>
          <div>
            <Button
              look="primary"
              busy={code.busy}
              busyLabel="寄送中……"
              onClick={() => void code.send()}
            >
              取得驗證碼
            </Button>
          </div>
        </>
      )}
      {code.problem && <Alert tone="danger" live title={code.problem} />}
    </div>
  );
}

function ByPassword({ named, act, danger, onProven }: Act) {
  const form = useZodForm(passwordSchema, { password: '' });
  const carryOut = useProven(
    (password) => deferredApi.identity.confirmPassword({ password, ...named }),
    onProven,
  );
  return (
    <Form
      form={form}
      label="確認密碼"
      onSubmit={async ({ password }) => {
        try {
          await carryOut(password);
        } catch (error) {
          throw atField(error, { PASSWORD_WRONG: 'password' });
        }
      }}
    >
      <PasswordField name="password" label="目前的密碼" autoComplete="current-password" />
      <Row>
        <SubmitButton look={danger ? 'danger' : 'primary'}>{act}</SubmitButton>
      </Row>
    </Form>
  );
}

/** For members with neither phone nor password: a recent sign-in serves as confirmation. */
function ByLogin({ act, danger, onProven }: Omit<Act, 'named'>) {
  const { busy, problem, run } = useAct(async () => onProven());
  const [leaving, logout] = useLogout();
  return (
    <div className="grid gap-6">
      <p>您以 Google 帳號登入。登入後 10 分鐘內可以直接進行；超過時，請重新登入一次。</p>
      {problem && <Alert tone="danger" live title={problem} />}
      <div className="flex flex-wrap gap-3">
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void run()}>
          {act}
        </Button>
        <Button busy={leaving} busyLabel="登出中……" onClick={logout}>
          重新登入
        </Button>
      </div>
    </div>
  );
}

/** The confirmation form without its dialog, for a dialog that contains other parts as well. */
export function Proof({ account, ...act }: Act & { account: Account }) {
  const by = proofBy(account);
  return (
    <div className="grid gap-6">
      {by === 'sms' && <ByPhone phone={account.phoneMasked ?? ''} {...act} />}
      {by === 'password' && <ByPassword {...act} />}
      {by !== 'sms' && by !== 'password' && <ByLogin {...act} />}
      <PasskeyStepUp named={() => act.named} onProven={act.onProven} />
    </div>
  );
}

export function ProofDialog({
  open,
  onClose,
  title,
  about,
  ...proof
}: Act & {
  account: Account;
  open: boolean;
  onClose: () => void;
  title: string;
  about: ReactNode;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="grid gap-4">
        <p>{about}</p>
        {open && <Proof {...proof} />}
      </div>
    </Dialog>
  );
}
