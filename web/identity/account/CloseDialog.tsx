// Dialog to close the account: obstacles, consequences, the e-mail typed again, and a confirmation
// of the member's identity.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { closingObstacles, type ClosingObstacle } from '#contract/identity/words.ts';
import { emailSchema } from '#contract/identity/calls.ts';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import type { Answer } from '../../api.ts';
import { usePreferences } from '../../notices/preferences.ts';
import { queryOf } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Go } from '../../site/kit/Go.tsx';
import { useLeaveHome } from '../../site/layout/menu.ts';
import * as paths from '../../site/kit/paths.ts';
import { Alert, ErrorState, SkeletonLines } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/format.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Row } from '../../ui/Layout.tsx';
import type { Account } from './account.ts';
import { Proof } from '../sign-in/ProofDialog.tsx';

const places: Record<ClosingObstacle, string> = {
  LOAN: paths.myLoan(),
  ORDERS: paths.myInvest(),
  HOLDINGS: paths.myOngoing(),
  REFUNDS: paths.myInvest(),
  PAYOUTS: paths.myOngoing(),
};

type Closing = Answer<SiteCalls['identity']['closing']>['data'];

/** Ends advertising at once, although the account must stay open. */
function StopNews() {
  const { preferences, change, isSending } = usePreferences();
  // The button that had the focus is gone once it is pressed.
  const said = useRef<HTMLParagraphElement>(null);
  if (!preferences) return null;
  const stop = () => {
    change({ news: false });
    said.current?.focus();
  };
  // A withdrawn consent is confirmed once it is stored.
  const done = isSending ? '正在停止…' : '已停止寄送活動與新方案的消息；帳務與期限的通知照常寄送。';
  return (
    <div className="grid gap-3">
      <p role="status" tabIndex={-1} ref={said}>
        {preferences.news
          ? '在那之前，我們可以立即停止寄送活動與新方案的消息；帳務與期限的通知不受影響。'
          : done}
      </p>
      {preferences.news && (
        <div>
          <Button onClick={stop}>立即停止行銷消息</Button>
        </div>
      )}
    </div>
  );
}

function Blocked({ obstacles, days }: Closing) {
  return (
    <div className="grid gap-4">
      <Alert tone="warn" title="目前還無法關閉帳戶">
        以下項目結束後，就可以關閉：
      </Alert>
      <ul className="list-disc ps-6">
        {obstacles.map((one) => {
          const on = days.find(({ obstacle }) => obstacle === one)?.on;
          return (
            <li key={one}>
              <Go to={places[one]}>
                {closingObstacles[one]}
                {on && <>，最早 {formatDay(on)} 結束</>}
              </Go>
            </li>
          );
        })}
      </ul>
      <StopNews />
    </div>
  );
}

function Sure({ email, onSure }: { email: string; onSure: () => void }) {
  const schema = z.object({
    email: z
      .string()
      .min(1)
      .pipe(emailSchema.refine((typed) => typed === email, '與您的電子郵件不同，請再確認一次')),
  });
  const form = useZodForm(schema, { email: '' });
  return (
    <Form form={form} label="確認關閉帳戶" onSubmit={onSure}>
      <ul className="list-disc ps-6">
        <li>所有裝置會立即登出，無法再以這個帳戶登入，也無法復原。</li>
        <li>還沒看的通知與設定會失效；需要的資料請先下載。</li>
        <li>借貸、出資與帳務的紀錄，我們會依法令規定的期限保存，期滿後刪除。</li>
        <li>這個電子郵件日後可以重新註冊。</li>
      </ul>
      <TextField
        name="email"
        label="請輸入您的電子郵件以確認"
        type="email"
        inputMode="email"
        autoComplete="off"
        normalise="halfWidth"
        spellCheck={false}
        hint={email}
      />
      <Row>
        <SubmitButton look="danger">繼續關閉帳戶</SubmitButton>
      </Row>
    </Form>
  );
}

function Closed({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="grid gap-4">
      <Alert tone="ok" live title="您的帳戶已關閉">
        確認信已寄出。感謝您使用我們的服務。
      </Alert>
      <div>
        <Button look="primary" onClick={onLeave}>
          回到首頁
        </Button>
      </div>
    </div>
  );
}

function Steps({ account, onClosed }: { account: Account; onClosed: () => void }) {
  const [sure, setSure] = useState(false);
  const question = { ...queryOf('identity', 'closing', {}), staleTime: 0, gcTime: 0 };
  const closing = useQuery(question);
  if (closing.isLoadingError) {
    return <ErrorState compact onRetry={() => void closing.refetch()} />;
  }
  if (!closing.data) return <SkeletonLines lines={3} />;
  const { obstacles, days } = closing.data.data;
  if (obstacles.length > 0) return <Blocked obstacles={obstacles} days={days} />;
  if (!sure) return <Sure email={account.email} onSure={() => setSure(true)} />;
  return (
    <div className="grid gap-4">
      <p>最後一步：請確認是您本人。</p>
      <Proof
        named={{ act: 'closing' }}
        account={account}
        act="永久關閉帳戶"
        danger
        onProven={async () => {
          await deferredApi.identity.closeAccount({ email: account.email });
          onClosed();
        }}
      />
    </div>
  );
}

export function CloseDialog({
  open,
  onClose,
  account,
}: {
  open: boolean;
  onClose: () => void;
  account: Account;
}) {
  const [closed, setClosed] = useState(false);
  const leave = useLeaveHome();
  return (
    <Dialog open={open} onClose={closed ? leave : onClose} title="關閉帳戶">
      {closed ? (
        <Closed onLeave={leave} />
      ) : (
        open && <Steps account={account} onClosed={() => setClosed(true)} />
      )}
    </Dialog>
  );
}
