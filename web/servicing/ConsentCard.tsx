// An investor's agreement to new terms: what changes, the effect of either answer, and the button.
import { FileText } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { useAct } from '../use-act.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead, Tag } from '../ui/display/Card.tsx';
import { ProgressBar } from '../ui/display/ProgressBar.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { formatMoney, formatShare } from '../ui/format.ts';
import { toast } from '../ui/overlay/toasts.tsx';
import { proposalWords } from '#contract/servicing/words.ts';
import type { Proposal } from '#contract/servicing/negotiation-calls.ts';
import { DebtTable, NewSchedule, PlanTable } from './PlanTable.tsx';
import type { Resolution } from './PollCard.tsx';
import { pdfWindow } from '../document-window.ts';
import { DocumentButton } from '../ui/DocumentButton.tsx';

export function ProposalTag({ status }: Pick<Proposal, 'status'>) {
  return <Tag tone={proposalWords[status].tone}>{proposalWords[status].text}</Tag>;
}

/** Shows how much principal has agreed to the new terms, and how much is needed. */
export function ConsentProgress({ consent }: { consent: NonNullable<Proposal['consent']> }) {
  const { agreed, total, needed } = consent;
  const share = total > 0 ? agreed / total : 0;
  return (
    <div className="grid gap-2">
      <ProgressBar share={share} label="同意協商方案的在貸本金" />
      <p className="text-sm">
        已同意 {formatMoney(agreed)}（{formatShare(share)}），達 {formatMoney(needed)} 即生效
      </p>
    </div>
  );
}

function Agree({ of }: { of: Resolution }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, problem, run } = useAct(async () => {
    await deferredApi.servicing.agreeAsInvestor({ invest_id: of.orderId });
    await client.invalidateQueries({ queryKey: ['servicing'] });
    await client.invalidateQueries({ queryKey: ['investing'] });
    toast('已同意協商方案');
  });
  const agree = () => {
    setAsking(false);
    void run();
  };
  return (
    <>
      {problem && <Alert tone="danger" live title={problem} />}
      <div>
        <Button look="primary" busy={busy} busyLabel="送出中……" onClick={() => setAsking(true)}>
          同意協商方案
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="同意這份協商方案？"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>再想想</Button>
            <Button look="primary" onClick={agree}>
              確認同意
            </Button>
          </>
        }
      >
        <p>
          您將以在貸本金 {formatMoney(of.own?.weight ?? 0)}{' '}
          同意新的還款條件與免除的金額。送出後無法收回。
        </p>
      </Dialog>
    </>
  );
}

export function ConsentCard({
  of,
  about,
}: {
  of: Resolution;
  /** Purpose and number of the case. */
  about: ReactNode;
}) {
  const { proposal, own } = of;
  if (!proposal) return null;
  const asked = proposal.status === 'agreed';
  return (
    <Card as="section" id="negotiation" aria-labelledby="consent-title">
      <CardHead title={<span id="consent-title">協商方案：{about}</span>}>
        <ProposalTag status={proposal.status} />
      </CardHead>
      <div className="grid gap-5">
        {asked && own && (
          <p>
            借款人已同意新的還款條件。請於{' '}
            {proposal.investorsBy && <DateText at={proposal.investorsBy} />}{' '}
            前決定是否同意；您的在貸本金為 <Money amount={own.weight} />。
          </p>
        )}
        <PlanTable before={proposal.before} after={proposal.after} />
        <DebtTable owed={proposal.owed} waived={proposal.waived} />
        <NewSchedule rows={proposal.rows} />
        {asked && (
          <Alert title="同意與不同意的結果">
            <p>
              同意的在貸本金達三分之二時，方案立即生效，對全體出資人有拘束力，您的債權比例不變。
            </p>
            <p>期限內未達三分之二，案件進入法律程序，由平台代為追償；未表示意見視為不同意。</p>
          </Alert>
        )}
        <div className="flex flex-wrap items-center gap-3">
          {of.copy ? (
            <DocumentButton
              icon={<FileText size={18} aria-hidden="true" />}
              filename="協商契約節本.pdf"
              open={pdfWindow(() =>
                deferredApi.servicing.investorNegotiationContract({ invest_id: of.orderId }),
              )}
            >
              查看協商契約節本
            </DocumentButton>
          ) : (
            proposal.sha256 && <p className="text-sm text-ink-3">您的協商契約節本製作中。</p>
          )}
        </div>
        {proposal.consent && <ConsentProgress consent={proposal.consent} />}
        {own?.agreedAt ? (
          <Alert tone="ok">
            您已於 <DateText at={own.agreedAt} /> 同意這份方案
          </Alert>
        ) : (
          asked && own && <Agree of={of} />
        )}
      </div>
    </Card>
  );
}
