// 通行密鑰 on the account page: the list of passkeys; adding, naming and removing them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { ApiFailure, wordsOf, type Answer } from '../../api.ts';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { queryOf } from '../../site/kit/api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { useAct } from '../../use-act.ts';
import { Alert, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { announce, toast } from '../../ui/overlay/toasts.tsx';
import type { Account } from './account.ts';
import { makePasskey, passkeyWords } from '../sign-in/passkey-browser.ts';
import { ProofDialog } from '../sign-in/ProofDialog.tsx';
import '../ways.css';

type Passkey = Answer<SiteCalls['identity']['passkeys']>['data'][number];

function Item({
  passkey,
  onRename,
  onRemove,
}: {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li>
      <KeyRound size={20} aria-hidden="true" className="text-primary" />
      <div>
        <p className="name font-bold text-ink">{name}</p>
        <p className="text-sm text-ink-3">
          <DateText at={createdAt} /> 新增
          <span aria-hidden="true">・</span>
          {lastUsedAt ? (
            <>
              上次使用 <DateText at={lastUsedAt} />
            </>
          ) : (
            '尚未使用'
          )}
        </p>
      </div>
      <div className="acts">
        <IconButton label={`重新命名「${name}」`} onClick={onRename}>
          <Pencil size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={`移除「${name}」`} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

function List({
  passkeys,
  onRename,
  onRemove,
}: {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}) {
  if (passkeys.length === 0) return null;
  return (
    <ul className="passkeys">
      {passkeys.map((passkey) => (
        <Item
          key={passkey.id}
          passkey={passkey}
          onRename={() => onRename(passkey)}
          onRemove={() => onRemove(passkey)}
        />
      ))}
    </ul>
  );
}

const nameShape = z.object({ name: z.string().trim().min(1).max(40, '最多 40 個字') });

function NameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useZodForm(nameShape, { name: passkey.name });
  return (
    <Form
      form={form}
      label="重新命名"
      onSubmit={async ({ name }, sending) => {
        await deferredApi.identity.renamePasskey({ id: passkey.id, name }, sending);
        onDone();
      }}
    >
      <TextField name="name" label="名稱" hint="例如：我的手機、家裡的電腦" />
      <SubmitButton busyLabel="儲存中……">儲存</SubmitButton>
    </Form>
  );
}

function RemoveDialog({
  passkey,
  busy,
  onClose,
  onRemove,
}: {
  passkey: Passkey | null;
  busy: boolean;
  onClose: () => void;
  onRemove: () => void;
}) {
  return (
    <Dialog
      alert
      open={passkey !== null}
      onClose={onClose}
      title="移除通行密鑰"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="danger" busy={busy} busyLabel="移除中……" onClick={onRemove}>
            移除
          </Button>
        </>
      }
    >
      <p>
        「{passkey?.name}」之後不能再用來登入。裝置裡的密鑰不會一起刪除，可到裝置的密碼設定中刪除。
      </p>
    </Dialog>
  );
}

/**
 * An action that may require a confirmation of identity first; it is repeated after the
 * confirmation.
 */
type Sensitive = { act: () => Promise<void>; done: string };

const isUnproven = (error: unknown) =>
  error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED';

function useSensitive(onDone: () => void) {
  const [waiting, setWaiting] = useState<Sensitive | null>(null);
  const { busy, problem, run } = useAct(
    async (sensitive: Sensitive) => {
      try {
        await sensitive.act();
      } catch (error) {
        setWaiting(isUnproven(error) ? sensitive : null);
        throw error;
      }
      setWaiting(null);
      toast(sensitive.done);
      onDone();
    },
    { words: (error) => (isUnproven(error) ? '' : passkeyWords(error)) },
  );
  return { busy, problem, run, waiting, forget: () => setWaiting(null) };
}

function Keys({ account, passkeys }: { account: Account; passkeys: readonly Passkey[] }) {
  const queries = useQueryClient();
  const [named, setNamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const renew = () => void queries.invalidateQueries({ queryKey: ['identity', 'passkeys'] });
  const { busy, problem, run, waiting, forget } = useSensitive(renew);
  const add = () =>
    void run({
      act: async () => void (await makePasskey()),
      done: '已新增通行密鑰，下次可以直接用它登入',
    });
  const remove = (passkey: Passkey) => {
    setRemoved(null);
    void run({
      act: async () => void (await deferredApi.identity.removePasskey({ id: passkey.id })),
      done: `已移除「${passkey.name}」`,
    });
  };
  return (
    <>
      <List passkeys={passkeys} onRename={setNamed} onRemove={setRemoved} />
      {problem && (
        <div className="mb-4">
          <Alert tone="danger" live title={problem} />
        </div>
      )}
      <Button
        busy={busy}
        busyLabel="請在裝置上確認……"
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={add}
      >
        新增通行密鑰
      </Button>
      <ProofDialog
        named={{ act: 'passkey' }}
        account={account}
        open={waiting !== null}
        onClose={forget}
        title="請先確認是您本人"
        about="通行密鑰可以登入您的帳戶，變更前請先確認。"
        act="確認"
        onProven={async () => {
          if (waiting) await run(waiting);
        }}
      />
      <Dialog open={named !== null} onClose={() => setNamed(null)} title="重新命名通行密鑰">
        {named && (
          <NameForm
            key={named.id}
            passkey={named}
            onDone={() => {
              setNamed(null);
              announce('已儲存名稱');
              renew();
            }}
          />
        )}
      </Dialog>
      <RemoveDialog
        passkey={removed}
        busy={busy}
        onClose={() => setRemoved(null)}
        onRemove={() => removed && remove(removed)}
      />
    </>
  );
}

/** Passkey card of the account page. */
export function PasskeyCard({ account }: { account: Account }) {
  const { data, isPending, error } = useQuery(queryOf('identity', 'passkeys', {}));
  return (
    <Card as="section" aria-label="通行密鑰">
      <CardHead title="通行密鑰" />
      <p className="mb-4 text-ink-3">
        用手機或電腦的指紋、臉孔或螢幕鎖登入，不必輸入密碼，也不會被假網站騙走。
      </p>
      {isPending && (
        <Loading>
          <Skeleton className="w-2/3" />
        </Loading>
      )}
      {error && <Alert tone="danger" title={wordsOf(error)} />}
      {data && <Keys account={account} passkeys={data.data} />}
    </Card>
  );
}
