// What the public log has about an order and its case, and the download of the proof.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { caseKindText } from '#contract/proofs/words.ts';
import { saveAs } from '../save-as.ts';
import { Go } from '../site/kit/Go.tsx';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import * as paths from '../site/kit/paths.ts';
import { Button } from '../ui/Button.tsx';
import { Alert, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText } from '../ui/display/Amount.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { Timeline } from '../ui/display/Timeline.tsx';
import { useAct } from '../use-act.ts';

/** A job adds leaves once a minute, so the page looks again until all have their place. */
const AGAIN_MS = 20_000;

function Content({ id, orderNo }: { id: string; orderNo: string }) {
  const query = useQuery({
    queryKey: ['proofs', 'orderLog', { invest_id: id }],
    queryFn: ({ signal }) => deferredApi.proofs.orderLog({ invest_id: id }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.leaves.some(({ index }) => index === null) ? AGAIN_MS : false,
  });
  const { busy, problem, run } = useAct(async () => {
    const file = await deferredApi.proofs.orderProof({ invest_id: id });
    saveAs(file, `出資證明-${orderNo}.json`);
  });
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-40" />
      </Loading>
    );
  }
  if (query.isLoadingError) return <ErrorState onRetry={() => void query.refetch()} />;
  const { leaves } = query.data.data;
  const order = leaves.find(({ kind }) => kind === 'order');
  return (
    <div className="grid gap-4">
      {leaves.length > 0 && (
        <Timeline
          items={leaves.map(({ kind, on, index }) => ({
            title: caseKindText[kind],
            when: <DateText at={on} />,
            text: index === null ? '約一分鐘內寫入' : `第 ${index + 1} 筆`,
            state: index === null ? 'next' : 'done',
          }))}
        />
      )}
      {order && order.index !== null && (
        <div>
          <Button
            size="sm"
            icon={<Download size={18} aria-hidden="true" />}
            busy={busy}
            busyLabel="下載中……"
            onClick={() => void run()}
          >
            下載出資證明
          </Button>
        </div>
      )}
      {!order && (
        <p className="text-sm">借款人簽署契約後，您的出資會寫入公開紀錄，並可下載證明。</p>
      )}
      {problem && <Alert tone="danger" live title={problem} />}
      <p>
        <Go to={paths.verifyProof()}>驗證出資證明</Go>
      </p>
    </div>
  );
}

export function ProofCard({ id, orderNo }: { id: string; orderNo: string }) {
  return (
    <Card as="section">
      <CardHead title="公開紀錄" />
      <p className="mb-4 text-sm text-ink-3">
        案件與您的出資寫在任何人都能查核的公開紀錄裡，寫入後不能修改；紀錄只有雜湊，不含個人資料。
      </p>
      <Content id={id} orderNo={orderNo} />
    </Card>
  );
}
