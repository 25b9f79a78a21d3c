// Section 需要您處理: orders to pay, polls, and terms to agree to, each with its deadline.
import { useQuery } from '@tanstack/react-query';
import type { WaitingAct } from '#contract/investing/portfolio.ts';
import { ApiFailure } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { Countdown, DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';

const words = {
  pay: { title: '完成匯款', amount: '尚需匯款', action: '查看匯款資訊' },
  vote: { title: '違約投票', amount: '您的表決權', action: '前往投票' },
  agree: { title: '協商條件同意', amount: '您的在貸本金', action: '查看協商方案' },
} as const;

const pathOf = ({ kind, investId }: WaitingAct) =>
  kind === 'pay' ? paths.bankTransfer({ order: investId }) : paths.myHolding(investId);

export function Waiting() {
  const query = useQuery(queryOf('investing', 'waitingActs', {}));
  const failure = query.error instanceof ApiFailure ? query.error : null;
  if (query.isLoadingError) {
    return (
      <Card>
        <ErrorState
          compact
          title="待處理事項載入失敗"
          onRetry={() => void query.refetch()}
          requestId={failure?.requestId}
        />
      </Card>
    );
  }
  const acts = query.data?.data ?? [];
  if (acts.length === 0) return null;
  return (
    <Card as="section" className="waiting-card">
      <CardHead title="需要您處理">
        <Tag tone="attention">{acts.length} 件</Tag>
      </CardHead>
      <ul className="waiting-acts">
        {acts.map((act) => (
          <li key={`${act.kind}-${act.investId}`}>
            <div>
              <b>{words[act.kind].title}</b>
              <p className="text-sm text-ink-3">
                {act.planName} <span className="num">{act.caseNo}</span>
                {'，' + words[act.kind].amount} <Money amount={act.amount} />
              </p>
            </div>
            <p className="text-sm">
              <DateText at={act.until} /> 前
              <span className="ms-2 text-accent font-bold">
                <Countdown until={act.until} over="已截止" />
              </span>
            </p>
            <GoButton to={pathOf(act)} size="sm" look="primary">
              {words[act.kind].action}
              <span className="visually-hidden">，案件 {act.caseNo}</span>
            </GoButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
