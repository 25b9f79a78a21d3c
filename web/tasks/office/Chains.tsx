// Result of the last verification that audit log and ledger match their hash chains.
import { useQuery } from '@tanstack/react-query';
import { chainText } from '#contract/tasks/health-words.ts';
import type { ChainProof } from '#contract/tasks/audit.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { formatNumber } from '../../ui/format.ts';
import { queryOf } from '../../office/api.ts';
import { Verifying } from './Verifying.tsx';

const brokenText: Record<string, string> = {
  gap: '前一個封存不見了',
  missing: '已封存的紀錄不見了',
  changed: '內容與封存時不同',
  unsealed: '超過一分鐘仍未封存',
  stray: '分錄沒有所屬的交易',
  unsigned: '這一行的簽章不符',
  cut: '鏈比已簽章的鏈頭短',
  rewritten: '鏈在已簽章的鏈頭之前被改寫',
  none: '找不到任何已簽章的鏈頭',
};

type Broken = NonNullable<NonNullable<ChainProof>['broken']>;

function BrokenAlert({ what, at: { row, how } }: { what: string; at: Broken }) {
  return (
    <Alert tone="danger" title={`${what} ${row}：${brokenText[how] ?? how}`}>
      請勿更動資料庫，並立即通知管理同仁。
    </Alert>
  );
}

/** How often the page looks whether a pending verification has ended. */
const PENDING_MS = 2_000;

export function Chains() {
  const query = useQuery({
    ...queryOf('tasks', 'auditChain', {}),
    refetchInterval: ({ state: { data } }) =>
      data?.data.verification?.state === 'pending' ? PENDING_MS : false,
  });
  if (!query.data) return null;
  const { chains, heads, verification } = query.data.data;
  return (
    <>
      <Verifying verification={verification} onAsked={() => query.refetch()} />
      {chains.map(({ chain, sealed, unsealed, waitingSeconds, proof }) => {
        const what = chainText[chain];
        if (proof?.broken)
          return <BrokenAlert key={chain} what={`${what}中斷於`} at={proof.broken} />;
        const count = `已封存 ${formatNumber(sealed)} 筆，等待封存 ${formatNumber(unsealed)} 筆`;
        return (
          <Alert key={chain} tone={waitingSeconds > 60 ? 'warn' : 'ok'} title={`${what}：${count}`}>
            {proof ? (
              <>
                最近一次驗證 <DateText at={proof.at} />
                ，共 {formatNumber(proof.rows)} 筆，全部相符。
              </>
            ) : (
              '第一次驗證會在今晚進行。'
            )}
          </Alert>
        );
      })}
      {heads?.broken && <BrokenAlert what="鏈頭" at={heads.broken} />}
      {heads && !heads.broken && (
        <p className="text-sm text-ink-2">
          資料庫外保存的鏈頭 {formatNumber(heads.rows)} 個，簽章與兩條鏈全部相符。
        </p>
      )}
    </>
  );
}
