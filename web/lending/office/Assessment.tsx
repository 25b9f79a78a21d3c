// Scorecard result of an application: points, debt ratio, suggestion; and its documents.
import { withdrawalCauses } from '#contract/lending/loan-review.ts';
import { incomeProofWords } from '#contract/verification/words.ts';
import { useState } from 'react';
import { Papers } from '../../office/kit/Papers.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { papersOf } from '../../verification/office/paper-names.ts';
import type { OfferFigures, ProposalDetail, ReviewDetail } from '#contract/lending/tasks.ts';

type Part = ReviewDetail;

/**
 * Ratio of monthly payments to monthly income, in basis points, above which a closer look is
 * needed.
 */
const HIGH_RATIO_BPS = 5_000;

/** The debt ratio as a calculation of the amounts from which it results. */
const ratioFormula = (of: NonNullable<Part['burden']>): string =>
  `以試算年利率 ${formatPercent(of.assumedRate)} 計，本案月付 ${formatMoney(of.ownPayment)}：` +
  `（其他債務 ${formatMoney(of.monthlyDebts)}＋${formatMoney(of.ownPayment)}）÷ ` +
  `月收入 ${formatMoney(of.monthlyIncome)}`;

/** Points with their reasons, the debt ratio, and the suggested terms. */
export function ScoreCard({ score, suggestion, burden }: Part) {
  if (!score || !suggestion) return null;
  const isHigh = score.debtRatioBps > HIGH_RATIO_BPS;
  return (
    <Card as="section">
      <CardHead title="評分">
        <span className="text-sm text-ink-3">評分表第 {score.version} 版</span>
      </CardHead>
      <Facts
        look="strip"
        facts={[
          { name: '總分', value: `${score.points} 分` },
          { name: '風險等級', value: score.grade },
          {
            name: '負債比',
            value: <Percent value={score.debtRatioBps / 100} />,
            note: (
              <>
                {burden && ratioFormula(burden)}
                {isHigh && '；偏高，請留意還款能力'}
              </>
            ),
          },
          { name: '預期損失', value: <Percent value={suggestion.expectedLoss} /> },
        ]}
      />
      <div className="my-5">
        <Table
          caption="評分項目"
          hideCaption
          rows={score.reasons}
          rowKey={(row) => row.item}
          columns={[
            { key: 'item', label: '項目', head: true, cell: (row) => row.item },
            { key: 'text', label: '依據', cell: (row) => row.text },
            {
              key: 'points',
              label: '分數',
              numeric: true,
              cell: (row) => (row.points > 0 ? `＋${row.points}` : row.points),
            },
          ]}
        />
      </div>
      {suggestion.amount > 0 ? (
        <Alert title="建議條件">
          <Money amount={suggestion.amount} />、{suggestion.installments} 期、年化利率{' '}
          <Percent value={suggestion.annualRate} />
          、等級 {suggestion.grade}；此等級最高 <Money amount={suggestion.amountMax} />。
        </Alert>
      ) : (
        <Alert tone="warn" title="建議不核准">
          依目前收入與負債，評分表不建議核給任何金額。
        </Alert>
      )}
    </Card>
  );
}

/** Highlights documents that arrived since the last request for documents. */
function named(uploads: NonNullable<Part['documents']>['uploads']) {
  return uploads.map((one) => (one.isNew ? { ...one, label: `新補件・${one.label}` } : one));
}

/** State of the documents; they open only on demand, and each access is logged. */
export function Documents({ documents, task }: Part & { task: string }) {
  const [open, setOpen] = useState(false);
  if (!documents) return null;
  const verified = documents.verifiedIDStage === 4 && documents.verifiedIDstatus === 3;
  const proof = incomeProofWords[documents.financialStatus] ?? incomeProofWords[0]!;
  return (
    <Card as="section">
      <CardHead title="文件">
        <span className="flex flex-wrap gap-2">
          <Tag tone={verified ? 'done' : 'attention'}>
            身分驗證{verified ? '已通過' : '尚未通過'}
          </Tag>
          <Tag tone={proof.tone}>財力證明{proof.text}</Tag>
        </span>
      </CardHead>
      {open ? (
        <Papers papers={papersOf(named(documents.uploads))} task={task} />
      ) : documents.uploads.length === 0 ? (
        <p className="text-ink-3">沒有上傳的檔案</p>
      ) : (
        <Button onClick={() => setOpen(true)}>查看 {documents.uploads.length} 份文件</Button>
      )}
    </Card>
  );
}

/** Earlier events of this review: requested documents, terms that were returned or withdrawn. */
export function Before({ supplemented, returned, withdrawn }: Part) {
  return (
    <>
      {withdrawn && (
        <Alert tone="warn" title="先前的核准條件已撤回，請重新審核">
          <p>
            {withdrawalCauses[withdrawn.cause].text}：{withdrawn.note}
          </p>
          <p>
            撤回的條件：
            <Money amount={withdrawn.offer.amount} />、{withdrawn.offer.installments} 期、年化利率{' '}
            <Percent value={withdrawn.offer.annualRate} />
            、等級 {withdrawn.offer.grade}
          </p>
        </Alert>
      )}
      {supplemented && supplemented.length > 0 && (
        <Alert title="申請人已補件">
          <ul className="list-disc ps-5">
            {supplemented.map(({ item, reason }) => (
              <li key={item}>{reason}</li>
            ))}
          </ul>
        </Alert>
      )}
      {returned && (
        <Alert tone="warn" title="覆核人員退回了前次條件">
          {returned.reason}
        </Alert>
      )}
    </>
  );
}

/** Terms and all figures that follow from them. */
export function Figures({ of }: { of: Omit<OfferFigures, 'grade'> }) {
  return (
    <Facts
      align="end"
      facts={[
        {
          name: '每期還款',
          value: (
            <strong>
              <Money amount={of.instalment} />
            </strong>
          ),
        },
        {
          name: '總費用年百分率',
          value: (
            <strong>
              <Percent value={of.apr} />
            </strong>
          ),
        },
        { name: '平台服務費', value: <Money amount={of.platformFee} /> },
        { name: '匯款手續費', value: <Money amount={of.remittanceFee} /> },
        { name: '實際撥入', value: <Money amount={of.netPayout} /> },
        { name: '利息合計', value: <Money amount={of.totalInterest} /> },
      ]}
    />
  );
}

const deviationNames = { amount: '金額', rate: '利率', grade: '等級' } as const;

/** A reviewer's proposal, for the second person to approve. */
export function Proposed({
  proposal,
  offer,
  suggestion,
  maker,
}: Part & { proposal: ProposalDetail; maker: string | null }) {
  const differs = proposal.deviations ?? [];
  return (
    <Card as="section">
      <CardHead title="提出的核准條件">
        {maker && <span className="text-sm text-ink-3">經辦 {maker}</span>}
      </CardHead>
      <Facts
        look="strip"
        facts={[
          { name: '核准金額', value: <Money amount={proposal.amount} /> },
          { name: '年化利率', value: <Percent value={proposal.annualRate} /> },
          { name: '期數', value: `${proposal.installments} 期` },
          { name: '風險等級', value: proposal.grade },
        ]}
      />
      {differs.length > 0 && suggestion && (
        <div className="mt-4">
          <Alert tone="warn" title="與評分建議不同">
            建議為 <Money amount={suggestion.amount} />
            、年化利率 <Percent value={suggestion.annualRate} />
            、等級 {suggestion.grade}；不同的是
            {differs.map(({ item }) => deviationNames[item]).join('、')}。
          </Alert>
        </div>
      )}
      {proposal.reason && <p className="mt-4">理由：{proposal.reason}</p>}
      {offer && (
        <div className="mt-4">
          <Figures of={offer} />
        </div>
      )}
    </Card>
  );
}
