// Section 需要您處理: orders to pay, polls, and terms to agree to, each with its deadline.
import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { Countdown, DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { CaseName } from './order-words.tsx';
import { pathOfAct, wordsOfAct } from './waiting-acts.ts';

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
              <b>{wordsOfAct(act).title}</b>
              <p className="text-sm text-ink-3">
                <CaseName of={act} />
                {'，' + wordsOfAct(act).amount} <Money amount={act.amount} />
              </p>
            </div>
            <p className="text-sm">
              <DateText at={act.until} /> 前
              <span className="ms-2 text-accent font-bold">
                <Countdown until={act.until} over="已截止" />
              </span>
            </p>
            <GoButton to={pathOfAct(act)} size="sm" look="primary">
              {wordsOfAct(act).action}
              <span className="visually-hidden">，案件 {act.caseNo}</span>
            </GoButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
