// Where a member stands: exposure as borrower and as investor, what needs attention, the next task.
import type { ReactNode } from 'react';
import { taskRules } from '#contract/tasks/kinds.ts';
import type { OfficeMember } from '#contract/verification/members.ts';
import { Link } from '../../office/links/Link.tsx';
import { DueTag } from '../../office/kit/Due.tsx';
import { kindsFor, useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';

type Of = { member: OfficeMember };

const screeningText = {
  open: '與名單上的人相似，等待兩位同仁查證。',
  confirmed: '兩位同仁已認定是名單上的人。',
};

const holdText = {
  hold: '等待另一位同仁覆核。',
  lift: '已提出解除，等待另一位同仁覆核。',
  look: '等待同仁重新檢視。',
};

/** What an operator must know before anything else. */
function Flags({ member }: Of) {
  const { suspendedAt, file, payoutHold } = member;
  const flags: ReactNode[] = [
    suspendedAt && (
      <Alert key="suspended" tone="danger" title="這個帳戶目前暫停使用">
        自 <DateText at={suspendedAt} /> 起無法登入，已成立的還款與撥付照常進行。
      </Alert>
    ),
    payoutHold && (
      <Alert key="hold" tone="danger" title="這位會員的款項與新簽約暫停">
        {payoutHold.heldBy} 於 <DateText at={payoutHold.heldAt} /> 暫停，待付{' '}
        <Money amount={payoutHold.amount} />
        {payoutHold.heldUpTo !== null && (
          <>
            ，其中留存至多 <Money amount={payoutHold.heldUpTo} />
          </>
        )}
        {payoutHold.endsOn !== null && (
          <>
            ，至 <DateText at={payoutHold.endsOn} /> 止
          </>
        )}
        。原因：{payoutHold.reason}
        {payoutHold.waitsFor && <span className="block">{holdText[payoutHold.waitsFor]}</span>}
      </Alert>
    ),
    file.screening && (
      <Alert key="screening" tone="warn" title="這位會員的款項暫停放行">
        {screeningText[file.screening]}請勿告知會員。
      </Alert>
    ),
  ];
  return flags.some(Boolean) ? <div className="grid gap-3">{flags}</div> : null;
}

/** The open task of the member that is due first. */
function NextTask({ member: { tasks } }: Of) {
  const mine = kindsFor(useOperator().data?.data.roles ?? []);
  const [next] = tasks
    .filter(({ status }) => status === 'open')
    .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt));
  if (!next) return <>沒有待辦</>;
  const text = taskRules[next.kind].text;
  return (
    <span className="inline-flex flex-wrap items-center gap-3">
      {mine.includes(next.kind) ? (
        <Link className="link" to={paths.task(next.id)}>
          {text}
        </Link>
      ) : (
        text
      )}
      <DueTag at={next.dueAt} />
    </span>
  );
}

export function Standing({ member }: Of) {
  const { owed, lateDays, invested, outstanding } = member.exposure;
  return (
    <div className="mb-5 grid gap-5">
      <Flags member={member} />
      <Card as="section" aria-label="往來">
        <CardHead title="往來">
          {lateDays > 0 && <Tag tone="problem">逾期 {lateDays} 天</Tag>}
        </CardHead>
        <Facts
          look="strip"
          facts={[
            { name: '借款未還本金', value: <Money amount={owed} /> },
            { name: '逾期天數', value: lateDays > 0 ? `${lateDays} 天` : '無逾期' },
            { name: '已出資', value: <Money amount={invested} /> },
            { name: '出資未回收本金', value: <Money amount={outstanding} /> },
            { name: '下一件工作', value: <NextTask member={member} /> },
          ]}
        />
      </Card>
    </div>
  );
}
