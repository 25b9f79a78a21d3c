// A member's devices, loans, orders and tasks, each as a short list.
import { taskRules } from '#contract/tasks/kinds.ts';
import type { OfficeMember } from '#contract/verification/members.ts';
import { Link } from '../../office/links/Link.tsx';
import { DueTag } from '../../office/kit/Due.tsx';
import { kindsFor, useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { decidedText, decidedTone } from '#contract/tasks/words.ts';
import { Ago, DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { EndSession } from './MemberActs.tsx';
import { deviceText } from '../../identity/office/device-words.ts';
import { paperText } from './paper-names.ts';

const Nothing = ({ children }: { children: string }) => (
  <p className="py-2 text-ink-3">{children}</p>
);

export function Devices({ member }: { member: OfficeMember }) {
  const { sessions } = member;
  return (
    <Card as="section" aria-label="登入裝置">
      <CardHead title="登入裝置">
        <span className="text-sm text-ink-3">{sessions.length} 台</span>
      </CardHead>
      {sessions.length === 0 ? (
        <Nothing>目前沒有登入中的裝置</Nothing>
      ) : (
        <ul className="office-list">
          {sessions.map((session) => (
            <li key={session.id}>
              <div>
                <strong>{deviceText(session.agent)}</strong>
                <p className="text-sm text-ink-3">
                  {session.address}，使用 <Ago at={session.usedAt} />
                  ，登入 <DateText at={session.createdAt} />
                </p>
              </div>
              <EndSession member={member} session={session.id} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function Loans({ member: { loans } }: { member: OfficeMember }) {
  return (
    <Card as="section" aria-label="申貸案">
      <CardHead title="申貸案">
        <span className="text-sm text-ink-3">{loans.length} 件</span>
      </CardHead>
      {loans.length === 0 ? (
        <Nothing>沒有申貸案</Nothing>
      ) : (
        <ul className="office-list">
          {loans.map((loan) => (
            <li key={loan.id}>
              <div>
                <Link className="link num" to={paths.loan(loan.id)}>
                  {loan.caseNo}
                </Link>
                <p className="text-sm text-ink-3">
                  <DateText at={loan.createdAt} />
                </p>
              </div>
              <Money amount={loan.amount} />
              <Tag tone={loan.tone}>{loan.statusText}</Tag>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function Orders({ member: { orders, orderTotals } }: { member: OfficeMember }) {
  return (
    <Card as="section" aria-label="出資訂單">
      <CardHead title="出資訂單">
        <span className="text-sm text-ink-3">
          {orderTotals.count} 筆，待回收本金 <Money amount={orderTotals.outstanding} />
        </span>
      </CardHead>
      {orders.length === 0 ? (
        <Nothing>沒有出資訂單</Nothing>
      ) : (
        <ul className="office-list">
          {orders.map((order) => (
            <li key={order.id}>
              <div>
                <Link className="link num" to={paths.order(order.id)}>
                  {order.orderNo}
                </Link>
                <p className="text-sm text-ink-3">
                  案號 {order.caseNo}，<DateText at={order.createdAt} />
                </p>
              </div>
              <Money amount={order.amount} />
              <Tag tone={order.tone}>{order.statusText}</Tag>
            </li>
          ))}
        </ul>
      )}
      {orderTotals.count > orders.length && (
        <p className="pt-3 text-sm text-ink-3">僅列出最近 {orders.length} 筆</p>
      )}
    </Card>
  );
}

/** Documents that the member sent; they open only through a review. */
export function PapersCard({ member: { papers } }: { member: OfficeMember }) {
  return (
    <Card as="section" aria-label="文件">
      <CardHead title="文件" />
      {papers.length === 0 ? (
        <Nothing>沒有上傳的檔案</Nothing>
      ) : (
        <ul className="office-list">
          {papers.map(({ id, name, sentAt }) => (
            <li key={id}>
              <span>{paperText(name)}</span>
              <DateText at={sentAt} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function Tasks({ member: { tasks } }: { member: OfficeMember }) {
  const roles = useOperator().data?.data.roles ?? [];
  const mine = kindsFor(roles);
  return (
    <Card as="section" aria-label="工作">
      <CardHead title="工作" />
      {tasks.length === 0 ? (
        <Nothing>沒有相關的工作</Nothing>
      ) : (
        <ul className="office-list">
          {tasks.map((task) => (
            <li key={task.id}>
              <div>
                {mine.includes(task.kind) ? (
                  <Link className="link" to={paths.task(task.id)}>
                    {taskRules[task.kind].text}
                  </Link>
                ) : (
                  taskRules[task.kind].text
                )}
                <p className="text-sm text-ink-3">
                  <DateText at={task.createdAt} />
                </p>
              </div>
              {task.status === 'open' ? (
                <DueTag at={task.dueAt} />
              ) : (
                <Tag tone={decidedTone(task.kind, task.decision)}>
                  {decidedText(task.kind, task.decision)}
                </Tag>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
