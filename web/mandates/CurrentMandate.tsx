// The mandate in force: its scope, account and ceiling, the next debit, stopping and resuming it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MandateOverview } from '#contract/mandates/calls.ts';
import { mandateWords } from '#contract/mandates/status.ts';
import { coversText } from '#contract/mandates/words.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { Button } from '../ui/Button.tsx';
import { Alert } from '../ui/display/Alert.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../ui/display/Card.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { toast } from '../ui/overlay/toasts.tsx';
import { useAct } from '../use-act.ts';
import { accountText, type Mandate } from '../lending/loan/use-mandate.ts';

type Next = MandateOverview['next'];

function NextDebit({ next }: { next: NonNullable<Next> }) {
  return (
    <div className="mb-5 grid gap-1">
      <p className="text-sm text-ink-3">
        下次扣款（案號 <span className="num">{next.caseNo}</span> 第 {next.no} 期）
      </p>
      <p className="figure-number">
        <Money amount={next.amount} />
      </p>
      <p>
        扣款日 <DateText at={next.debitOn} weekday />
        ，要停止請於 <DateText at={next.stopBy} weekday /> 結束前。
      </p>
    </div>
  );
}

function Stop({ next }: { next: Next }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const { busy, problem, run } = useAct(
    async () => {
      await deferredApi.mandates.stopMandate({});
      setOpen(false);
      toast('已停止授權扣款');
    },
    { afterwards: () => client.invalidateQueries({ queryKey: ['mandates'] }) },
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>停止授權</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="停止授權扣款？"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>保留授權</Button>
            <Button look="danger" busy={busy} busyLabel="停止中……" onClick={() => void run()}>
              停止授權
            </Button>
          </>
        }
      >
        <p>
          停止後不再扣款，請自行轉帳付款。
          {next && (
            <>
              下次 <DateText at={next.debitOn} /> 的 <Money amount={next.amount} />
              也不會扣取。
            </>
          )}
          已送交銀行的扣款不受影響。
        </p>
        {problem && (
          <div className="mt-4">
            <Alert tone="danger" live title={problem} />
          </div>
        )}
      </Dialog>
    </>
  );
}

function Paused({ mandate }: { mandate: Mandate }) {
  const client = useQueryClient();
  const { busy, problem, run } = useAct(
    async () => {
      await deferredApi.mandates.resumeMandate({});
      toast('已恢復授權扣款');
    },
    { afterwards: () => client.invalidateQueries({ queryKey: ['mandates'] }) },
  );
  return (
    <div className="mb-5">
      <Alert tone="warn" title={`連續 ${mandate.failures} 次未成功，已暫停扣款`}>
        <div className="grid gap-3">
          <p>
            銀行回覆「{mandate.reason}
            」。請先自行轉帳付清，帳戶備妥後恢復，下一期起再自動扣款。
          </p>
          <div>
            <Button size="sm" busy={busy} busyLabel="恢復中……" onClick={() => void run()}>
              恢復扣款
            </Button>
          </div>
          {problem && <p className="text-danger">{problem}</p>}
        </div>
      </Alert>
    </div>
  );
}

export function CurrentMandate({ mandate, next }: { mandate: Mandate; next: Next }) {
  const { text, tone } = mandateWords[mandate.status];
  return (
    <Card as="section">
      <CardHead title="我的授權">
        <Tag tone={tone}>{text}</Tag>
      </CardHead>
      {mandate.status === 'pending' && (
        <p className="mb-5">
          授權書已送交銀行核印，通常需要幾個營業日。核准前請照常轉帳，結果會以通知告訴您。
        </p>
      )}
      {mandate.status === 'paused' && <Paused mandate={mandate} />}
      {next && <NextDebit next={next} />}
      <Facts
        facts={[
          { name: '扣款帳戶', value: accountText(mandate) },
          { name: '扣款範圍', value: coversText(mandate) },
          { name: '每筆上限', value: <Money amount={mandate.ceiling} /> },
          { name: '簽署時間', value: <DateText at={mandate.signedAt} /> },
        ]}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Stop next={next} />
      </div>
    </Card>
  );
}
