// Panel for an unmatched payment: assign it to an order or a loan, or return it.
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import type { MatchProposal } from '#contract/banking/matches.ts';
import { Link } from '../../office/links/Link.tsx';
import { TextField } from '../../form/fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import type { Draft } from '../../office/deciding/deciding.ts';
import { queryOf } from '../../office/api.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import { MemberLink, payeeFacts, PayeeLine } from '../../office/kit/PayeeLine.tsx';
import { useOperator } from '../../office/operator.ts';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { PendingBookingAlert } from './bookings/PendingBooking.tsx';
import { effectFacts, ownerFacts } from './MatchEffect.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';
import { becauseText, receiptSubjectText, returnReasons } from '#contract/banking/words.ts';

const matchShape: z.ZodRawShape = {
  number: z
    .string({ error: REQUIRED })
    .trim()
    .regex(/^[A-Za-z]\d{1,19}$/, '請照頁面上的寫法輸入訂單編號或案號'),
};

function draftOf(
  values: Record<string, unknown> & { decision: string },
): Draft<'unmatched_payment'> {
  const { decision, number, reason } = values;
  const why = typeof reason === 'string' ? { reason } : {};
  if (decision !== 'match') return { decision: 'return', ...why };
  return { decision: 'match', ...why, number: String(number) };
}

/** Suggested orders and loans; a click fills the form. */
function Suggestions({ receiptId }: { receiptId: string }) {
  const { setValue } = useFormContext();
  const query = useQuery(queryOf('banking', 'receiptSuggestions', { id: receiptId }));
  const found = query.data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="font-bold">可能的對象</p>
      <ul className="grid gap-2">
        {found.map((one) => (
          <li key={`${one.type}${one.id}`}>
            <Button
              wide
              className="office-candidate"
              onClick={() => {
                setValue('number', one.number, { shouldValidate: true });
              }}
            >
              <span>
                <span className="block">
                  {receiptSubjectText[one.type]} {one.number}
                  {one.type === 'order' && `（案號 ${one.caseNo}）`}
                </span>
                <span className="block text-sm font-normal">
                  {one.because.map((sign) => becauseText[sign]).join('、')}，尚待{' '}
                  {formatMoney(one.lacking)}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function MatchFields({ receiptId }: { receiptId: string }) {
  return (
    <>
      <TextField
        name="number"
        label="訂單編號或案號"
        hint="例如訂單 P00000123，或申貸案的案號"
        normalise="upperCase"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
      />
      <Suggestions receiptId={receiptId} />
    </>
  );
}

/** The order or loan that certainly owns the money, and what the money would do there. */
function Proposal({ of }: { of: MatchProposal }) {
  const { number, lacking, target, refused, owner } = of;
  return (
    <Card as="section">
      <CardHead title="比對到的對象">
        <strong className="num">{number}</strong>
      </CardHead>
      <div className="grid gap-4">
        {refused !== null && (
          <Alert tone="danger" title="不能記入這個對象">
            {refused}
          </Alert>
        )}
        {owner.payer === 'other' && (
          <Alert tone="warn" title="付款帳戶不是本人綁定的帳戶">
            請先確認款項是會員本人的；第三人的款項應退回原付款帳戶。
          </Alert>
        )}
        <Facts
          facts={[
            ...ownerFacts(owner),
            { name: '尚待收款', value: <Money amount={lacking} /> },
            ...(target ? effectFacts(target) : []),
          ]}
        />
      </div>
    </Card>
  );
}

/** The money of a third party is to be returned, also if its owner is certain. */
function startOf({ proposal }: PanelProps<'unmatched_payment'>['task']['detail']) {
  if (!proposal) return {};
  const { target, number, owner } = proposal;
  if (owner.payer === 'other') return { decision: 'return', reason: returnReasons[0] };
  return target ? { decision: 'match', number } : {};
}

export function UnmatchedPaymentPanel({ task }: PanelProps<'unmatched_payment'>) {
  const detail = task.detail;
  const { proposal } = detail;
  const mayPropose = useOperator().data?.data.roles.includes('finance') ?? false;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {proposal && <Proposal of={proposal} />}
        <ReceiptCard detail={detail} />
        {detail.payingMembers && detail.payingMembers.length > 0 && (
          <Alert title="付款帳戶是會員綁定的帳戶">
            <span className="flex flex-wrap gap-x-3">
              {detail.payingMembers.map(({ id, name }) => (
                <MemberLink key={id} id={id} name={name} />
              ))}
            </span>
          </Alert>
        )}
        {detail.payee && (
          <Card as="section">
            <CardHead title="退回時的收款帳戶" />
            <PayeeLine payee={detail.payee} />
          </Card>
        )}
        {detail.booking && <PendingBookingAlert of={detail.booking} />}
        {mayPropose && task.status === 'open' && !detail.booking && (
          <p>
            <Link
              className="link"
              to={paths.newBookingOf({
                receipt: task.subject.id,
                amount: String(detail.amount ?? 0),
                ...(detail.day && { day: detail.day }),
              })}
            >
              不是客戶的款項：記為公司撥補或存款利息
            </Link>
          </p>
        )}
      </div>
      <DecisionForm
        task={task}
        summary={({ decision, number }) => ({
          facts: [
            { name: '金額', value: <Money amount={detail.amount ?? 0} /> },
            ...(decision === 'match' && number ? [{ name: '記入', value: String(number) }] : []),
            ...(decision === 'return' ? payeeFacts(detail.payee) : []),
          ],
        })}
        draftOf={draftOf}
        needs={{
          match: { shape: matchShape, fields: <MatchFields receiptId={task.subject.id} /> },
        }}
        start={startOf(detail)}
      />
    </div>
  );
}
