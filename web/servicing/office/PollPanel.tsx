// A poll without a result: the votes by principal, for the operator who decides instead.
import { POLL_ANSWER } from '#contract/servicing/poll.ts';
import { sharesOf } from '#contract/law/shares.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatPercent } from '../../ui/format.ts';

export function PollPanel({ task }: PanelProps<'poll_decision'>) {
  const { caseNo, closesAt, negotiate, legal, abstain, total } = task.detail;
  const voted = (negotiate ?? 0) + (legal ?? 0) + (abstain ?? 0);
  const names = [POLL_ANSWER[1].text, POLL_ANSWER[2].text, POLL_ANSWER[3].text, '未投票'];
  const parts = [negotiate ?? 0, legal ?? 0, abstain ?? 0, Math.max(0, (total ?? 0) - voted)];
  const shares = sharesOf(parts);
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Card as="section">
          <CardHead title="投票結果">
            {closesAt && (
              <span className="text-sm text-ink-3">
                <DateText at={closesAt} /> 截止
              </span>
            )}
          </CardHead>
          {total === undefined ? (
            <p className="text-ink-3">案件 {caseNo} 的投票已經結束</p>
          ) : (
            <Facts
              align="end"
              facts={[
                ...parts.map((amount, i) => ({
                  name: names[i],
                  value: <Money amount={amount} />,
                  note: <span data-share={shares[i]}>占在貸本金 {shares[i]}%</span>,
                })),
                {
                  name: '參與比例',
                  value: formatPercent(total > 0 ? (voted / total) * 100 : 0),
                  note: '未達三分之一或兩案同票時，由平台以代理人身分裁決',
                },
                { name: '在貸本金合計', value: <Money amount={total} /> },
              ]}
            />
          )}
        </Card>
      </div>
      <DecisionForm task={task} reasonHint="裁決的理由會留存備查" />
    </div>
  );
}
