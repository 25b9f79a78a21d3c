// Creating a token: what it may do, the confirmation, and the token itself, which is shown once.
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { scopes } from '#contract/identity/scopes.ts';
import { CheckboxListField } from '../../form/choice-fields.tsx';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { Account } from '../account/account.ts';
import { ProofDialog } from '../sign-in/ProofDialog.tsx';
import { CapField, capShape, DaysField, daysShape } from './permission-fields.tsx';
import { scopeChoices } from './scope-choices.tsx';
import { useConfirmed } from './use-confirmed.ts';

const schema = z
  .object({
    name: z.string().trim().min(1).max(40, '最多 40 個字'),
    scopes: z.array(z.enum(scopes)).min(1, '請至少選擇一項'),
    dailyCap: capShape.optional(),
    days: daysShape,
  })
  .refine((given) => !given.scopes.includes('orders:place') || given.dailyCap !== undefined, {
    path: ['dailyCap'],
    error: '請設定每日下單上限',
  });
type TokenInput = z.output<typeof schema>;

function NewTokenForm({ onSubmit }: { onSubmit: (wanted: TokenInput) => Promise<void> }) {
  const form = useZodForm(schema, { name: '', scopes: [], days: 90 });
  const chosen = useWatch({ control: form.control, name: 'scopes' });
  const isOrdering = chosen.includes('orders:place');
  return (
    <Form
      form={form}
      label="建立權杖"
      onSubmit={({ dailyCap, ...wanted }) =>
        onSubmit({ ...wanted, ...(isOrdering && { dailyCap }) })
      }
    >
      <TextField name="name" label="名稱" hint="例如：每日報表、家裡的電腦" autoComplete="off" />
      <CheckboxListField name="scopes" label="權限" choices={scopeChoices} />
      {isOrdering && <CapField />}
      <DaysField />
      <SubmitButton busyLabel="建立中……">建立</SubmitButton>
    </Form>
  );
}

/** The only time at which the token can be read. */
function TokenDialog({ token, onClose }: { token: string | null; onClose: () => void }) {
  return (
    <Dialog
      alert
      open={token !== null}
      onClose={onClose}
      title="請立即複製權杖"
      footer={
        <Button look="primary" onClick={onClose}>
          我已存好
        </Button>
      }
    >
      <div className="grid gap-4">
        <Alert tone="warn" title="關閉後就無法再次查看">
          拿到權杖的人可以在您設定的範圍內存取帳戶，請像密碼一樣保管，不要貼到網路上。
        </Alert>
        <code className="num rounded-card border border-line px-4 py-3 wrap-anywhere">{token}</code>
        <div>
          <CopyButton text={token ?? ''} what="權杖" />
        </div>
      </div>
    </Dialog>
  );
}

export function NewToken({ account }: { account: Account }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const { isWaiting, forget, run, onProven } = useConfirmed(async (wanted: TokenInput) => {
    const { data } = await deferredApi.identity.createApiToken(wanted);
    setToken(data.token);
    await client.invalidateQueries({ queryKey: ['identity', 'apiAccess'] });
  });
  return (
    <>
      <Button
        look="primary"
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        建立權杖
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="建立權杖">
        {isOpen && (
          <NewTokenForm
            onSubmit={async (wanted) => {
              await run(wanted);
              setOpen(false);
            }}
          />
        )}
      </Dialog>
      <ProofDialog
        named={{ act: 'token' }}
        account={account}
        open={isWaiting}
        onClose={forget}
        title="請先確認是您本人"
        about="權杖可以存取您的帳戶，建立前請先確認。"
        act="建立權杖"
        onProven={onProven}
      />
      <TokenDialog token={token} onClose={() => setToken(null)} />
    </>
  );
}
