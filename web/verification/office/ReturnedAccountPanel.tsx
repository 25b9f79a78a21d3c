// Panel of an account to which the bank could not pay: the finance desk follows it until the member
// has named another one; two persons may let the same one be tried again.
import { ACCOUNT_REMINDER_DAYS } from '#contract/verification/returned-account.ts';
import { Link } from '../../office/links/Link.tsx';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';

const changeText = {
  none: '會員還沒有申請更換帳戶',
  proposed: '會員已申請更換帳戶，等待審核',
  coming: '新帳戶已核准，生效後款項自動恢復待付',
} as const;

export function ReturnedAccountPanel({ task }: PanelProps<'returned_account'>) {
  const { account, amount, change, count, memberId, reason } = task.detail;
  const { reminders = 0, returned, returnedAt, why } = task.detail;
  const isRemindedOut = reminders >= ACCOUNT_REMINDER_DAYS.length;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {change && (
          <Alert tone={change === 'none' ? 'warn' : 'info'} title={changeText[change]}>
            {change === 'none' && isRemindedOut
              ? '已提醒三次仍未更換，請聯絡會員。款項不會匯往原帳戶。'
              : '新帳戶生效前，應付給這位會員的款項不會匯往原帳戶。'}
          </Alert>
        )}
        {returned && <Alert tone="warn" title={`覆核人員退回：${returned}`} />}
        <Card as="section">
          <CardHead title="退匯的帳戶">
            {memberId !== undefined && (
              <Link className="link" to={paths.member(memberId)}>
                會員資料
              </Link>
            )}
          </CardHead>
          <Facts
            facts={[
              ...(account ? [{ name: '收款帳戶', value: account }] : []),
              ...(reason ? [{ name: '銀行的說明', value: reason }] : []),
              ...(returnedAt ? [{ name: '退匯時間', value: <DateText at={returnedAt} /> }] : []),
              ...(amount === undefined
                ? []
                : [
                    {
                      name: '等待的款項',
                      value: (
                        <>
                          <Money amount={amount} />（{count} 筆）
                        </>
                      ),
                    },
                  ]),
              {
                name: '提醒會員',
                value:
                  reminders > 0 ? `退匯當天已通知，之後提醒 ${reminders} 次` : '退匯當天已通知',
              },
              ...(why ? [{ name: '同一帳戶再付的理由', value: why }] : []),
              ...(task.maker ? [{ name: '提出', value: task.maker }] : []),
            ]}
          />
          <p className="mt-4 text-ink-3">
            退匯後第 {ACCOUNT_REMINDER_DAYS.join('、')} 天各提醒會員一次。
          </p>
        </Card>
      </div>
      <DecisionForm
        task={task}
        summary={{
          facts:
            amount === undefined
              ? []
              : [
                  { name: '等待的款項', value: <Money amount={amount} /> },
                  { name: '筆數', value: `${count} 筆` },
                ],
        }}
        reasonHint="例如銀行回覆的日期與承辦人，會留存備查"
      />
    </div>
  );
}
