// Card 「新瀏覽器的第二步驟」: the switch, and the browsers that need no second step.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, wordsOf, type Answer } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { useAct } from '../../use-act.ts';
import { Alert, ErrorState, SkeletonLines } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import type { Account } from './account.ts';
import { deviceIcons } from './device-icons.ts';
import { ProofDialog } from '../sign-in/ProofDialog.tsx';

type Safety = Answer<SiteCalls['identity']['signInSafety']>['data'];
type Browser = Safety['browsers'][number];

function useForget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => deferredApi.identity.forgetBrowser({ id }),
    onSuccess: () => {
      toast('已移除，下次在那裡登入需要第二步驟');
      return Promise.all(
        ['signInSafety', 'sessions'].map((name) =>
          client.invalidateQueries({ queryKey: ['identity', name] }),
        ),
      );
    },
    onError: (error) => toast(wordsOf(error), { tone: 'danger' }),
  });
}

function Row({ browser, forget }: { browser: Browser; forget: ReturnType<typeof useForget> }) {
  const Icon = deviceIcons[browser.kind];
  const { id, device, addressMasked, current, firstSeenAt, lastSeenAt } = browser;
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3.5 gap-y-1 items-start py-3
        not-first:border-t not-first:border-line"
    >
      <Icon size={22} aria-hidden="true" className="mt-1 text-ink-3" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 font-bold text-ink">
          {device}
          {current && <Tag tone="done">這個瀏覽器</Tag>}
        </p>
        <p className="text-sm text-ink-3">
          <DateText at={lastSeenAt} /> 最近登入・<span className="num">{addressMasked}</span>
        </p>
        <p className="text-sm text-ink-3">
          <DateText at={firstSeenAt} /> 第一次登入
        </p>
      </div>
      {!current && (
        <Button
          size="sm"
          busy={forget.isPending && forget.variables === id}
          busyLabel="移除中……"
          aria-label={`移除「${device}」`}
          onClick={() => forget.mutate(id)}
        >
          移除
        </Button>
      )}
    </li>
  );
}

const isUnproven = (error: unknown) =>
  error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED';

function Switch({ account, safety }: { account: Account; safety: Safety }) {
  const client = useQueryClient();
  const [proving, setProving] = useState(false);
  const set = async (on: boolean) => {
    await deferredApi.identity.setSecondFactor({ on });
    toast(on ? '已開啟' : '已關閉');
    setProving(false);
    await client.invalidateQueries({ queryKey: ['identity', 'signInSafety'] });
  };
  const { busy, problem, run } = useAct(
    () =>
      set(!safety.isOn).catch((error: unknown) => {
        setProving(isUnproven(error));
        throw error;
      }),
    { words: (error) => (isUnproven(error) ? '' : wordsOf(error)) },
  );
  return (
    <div className="mb-4 grid justify-items-start gap-3">
      <p className="flex items-center gap-3">
        目前
        <Tag tone={safety.isOn ? 'done' : 'neutral'}>{safety.isOn ? '已開啟' : '未開啟'}</Tag>
      </p>
      {problem && <Alert tone="danger" live title={problem} />}
      {safety.isPossible ? (
        <Button busy={busy} busyLabel="儲存中……" onClick={() => void run()}>
          {safety.isOn ? '關閉第二步驟' : '開啟第二步驟'}
        </Button>
      ) : (
        <p className="text-sm text-ink-3">驗證手機或新增通行密鑰後就能開啟。</p>
      )}
      <ProofDialog
        named={{ act: 'factor' }}
        account={account}
        open={proving}
        onClose={() => setProving(false)}
        title="關閉第二步驟"
        about="關閉後，知道您密碼的人在任何瀏覽器都能登入，請先確認是您本人。"
        act="關閉"
        danger
        onProven={() => set(false)}
      />
    </div>
  );
}

export function SafetyCard({ account }: { account: Account }) {
  const safety = useQuery({
    queryKey: ['identity', 'signInSafety', {}],
    queryFn: ({ signal }) => deferredApi.identity.signInSafety({}, { signal }),
  });
  const forget = useForget();
  return (
    <Card as="section" aria-label="新瀏覽器的第二步驟">
      <CardHead title="新瀏覽器的第二步驟" />
      <p className="mb-4 text-ink-3">
        第一次在某個瀏覽器登入時，除了密碼，還要以通行密鑰或簡訊驗證碼確認一次。有出資或借款的帳戶會自動開啟。
      </p>
      {safety.isPending && <SkeletonLines lines={3} />}
      {safety.isLoadingError && (
        <ErrorState compact title="暫時無法載入設定" onRetry={() => void safety.refetch()} />
      )}
      {safety.data && (
        <>
          <Switch account={account} safety={safety.data.data} />
          <h3 className="text-base">不再詢問的瀏覽器</h3>
          <ul>
            {safety.data.data.browsers.map((browser) => (
              <Row key={browser.id} browser={browser} forget={forget} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
