// Tokens and connected applications of the member, each of which can be ended.
import { useQueryClient } from '@tanstack/react-query';
import { AppWindow, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { scopeText } from '#contract/identity/scopes.ts';
import type { Answer } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useAct } from '../../use-act.ts';

export type Access = Answer<SiteCalls['identity']['apiAccess']>['data'][number];

const actOf = ({ isApp }: Access) => (isApp ? '解除連結' : '撤銷');

function Times({ access: { createdAt, expiresAt, usedAt } }: { access: Access }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-ink-3">
      {usedAt === null ? (
        <span>尚未使用</span>
      ) : (
        <span>
          上次使用 <DateText at={usedAt} />
        </span>
      )}
      <span>
        <DateText at={createdAt} /> 建立
      </span>
      <span>
        <DateText at={expiresAt} /> 到期
      </span>
    </p>
  );
}

function Row({ access, onEnd }: { access: Access; onEnd: () => void }) {
  const { name, isApp, scopes, dailyCap, orderedToday } = access;
  const Icon = isApp ? AppWindow : KeyRound;
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-3 items-start py-4
        not-first:border-t not-first:border-line md:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <Icon size={22} aria-hidden="true" className="mt-1 text-ink-3" />
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 font-bold text-ink">
          <span className="wrap-anywhere">{name}</span>
          <Tag tone="neutral">{isApp ? '應用程式' : '權杖'}</Tag>
        </p>
        <p>{scopes.map((scope) => scopeText[scope].name).join('、')}</p>
        {dailyCap !== null && (
          <p className="text-sm">
            今天已下單 <Money amount={orderedToday} />
            ，每日上限 <Money amount={dailyCap} />
          </p>
        )}
        <Times access={access} />
      </div>
      <div className="max-md:col-start-2">
        <Button size="sm" aria-label={`${actOf(access)}「${name}」`} onClick={onEnd}>
          {actOf(access)}
        </Button>
      </div>
    </li>
  );
}

function EndDialog({ access, onClose }: { access: Access; onClose: () => void }) {
  const client = useQueryClient();
  const act = actOf(access);
  const { busy, problem, run } = useAct(async () => {
    await deferredApi.identity.revokeApiAccess({ id: access.id });
    onClose();
    toast(`已${act}「${access.name}」`);
    await client.invalidateQueries({ queryKey: ['identity', 'apiAccess'] });
  });
  return (
    <Dialog
      alert
      open
      onClose={onClose}
      title={`${act}「${access.name}」`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="danger" busy={busy} busyLabel={`${act}中……`} onClick={() => void run()}>
            {act}
          </Button>
        </>
      }
    >
      <p>立即生效，之後它再也不能存取您的帳戶。已經成立的訂單不受影響。</p>
      {problem && <Alert tone="danger" live title={problem} />}
    </Dialog>
  );
}

export function AccessList({ accesses }: { accesses: readonly Access[] }) {
  const [ending, setEnding] = useState<Access | null>(null);
  return (
    <>
      <ul aria-label="權杖與應用程式">
        {accesses.map((access) => (
          <Row key={access.id} access={access} onEnd={() => setEnding(access)} />
        ))}
      </ul>
      {ending && <EndDialog key={ending.id} access={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
