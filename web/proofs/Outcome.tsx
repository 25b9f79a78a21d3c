// The result of a verification in words: what is wrong, or the facts that are proven.
import type { ReactNode } from 'react';
import { percentOfBps } from '#contract/core/money.ts';
import { settleText } from '#contract/lending/loan-status.ts';
import type { Opening } from '#contract/proofs/leaf.ts';
import type { ProofResult, ProvenFact } from '#contract/proofs/proof-file.ts';
import { caseKindText, proofFaultText } from '#contract/proofs/words.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../ui/display/Amount.tsx';
import { Table } from '../ui/display/Table.tsx';
import { formatNumber } from '../ui/format.ts';

const Hash = ({ children }: { children: string }) => (
  <code className="text-xs wrap-anywhere">{children}</code>
);

function contentOf(opening: Opening): ReactNode {
  switch (opening.kind) {
    case 'listing':
      return (
        <>
          案件 {opening.case}，<Money amount={opening.amount} />
          ，年利率 <Percent value={percentOfBps(opening.rateBps)} />，{opening.installments} 期
        </>
      );
    case 'confirmation':
      return <>以驗證碼或通行密鑰確認，序號 {opening.stepUp}</>;
    case 'contract':
      return (
        <>
          契約 {opening.contract}，SHA-256 <Hash>{opening.sha256}</Hash>
        </>
      );
    case 'order':
      return (
        <>
          訂單 {opening.order}，<Money amount={opening.amount} />
          ，案件 {opening.case}，會員編號 {opening.member}
        </>
      );
    case 'disbursement':
    case 'disbursement_return':
      return <>銀行交易序號 {opening.reference}</>;
    case 'settlement':
      return settleText[opening.how].certificate;
  }
}

function ProvenFacts({ facts }: { facts: readonly ProvenFact[] }) {
  return (
    <Table
      caption="證明的內容"
      hideCaption
      rows={facts}
      rowKey={({ index }) => String(index)}
      columns={[
        {
          key: 'what',
          label: '紀錄',
          head: true,
          whole: true,
          cell: ({ opening }) => caseKindText[opening.kind],
        },
        { key: 'content', label: '內容', cell: ({ opening }) => <div>{contentOf(opening)}</div> },
        { key: 'on', label: '日期', cell: ({ on }) => <DateText at={on} /> },
        { key: 'place', label: '位置', numeric: true, cell: ({ index }) => `第 ${index + 1} 筆` },
      ]}
    />
  );
}

export function Outcome({ of }: { of: ProofResult }) {
  if (of.fault !== null) {
    return (
      <Alert tone="danger" live title="驗證不符">
        {proofFaultText[of.fault]}
      </Alert>
    );
  }
  const { facts, checkpoint, cosigners, missing } = of;
  return (
    <div className="grid gap-4">
      <Alert
        tone="ok"
        live
        title={
          missing.length > 0
            ? '下列內容都在公開紀錄裡，沒有改過，但證明不完整'
            : '驗證相符，下列內容都在公開紀錄裡，沒有改過'
        }
      >
        由您的瀏覽器計算。簽章涵蓋 {checkpoint.origin} 的前 {formatNumber(checkpoint.size)} 筆紀錄。
        {cosigners.length > 0 && <>共同簽章的見證人：{cosigners.join('、')}。</>}
      </Alert>
      {missing.length > 0 && (
        <Alert tone="warn" title="這份證明不完整">
          缺少：{missing.map((kind) => caseKindText[kind]).join('、')}
          。這些紀錄在出資之前就已公開，可能被人從檔案中移除；請從出資明細重新下載完整的證明。
        </Alert>
      )}
      <ProvenFacts facts={facts} />
      <p className="text-sm text-ink-3">
        撥款與結清只有在發生之後才會列入；證明檔裡沒有，不代表沒有發生。
      </p>
    </div>
  );
}
