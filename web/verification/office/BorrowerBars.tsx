// Reasons that bar a member from borrowing, including those from earlier accounts, and lifting a
// past loss.
import { qualificationWords } from '#contract/lending/qualification-words.ts';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { BorrowerBars as Bars } from '#contract/lending/bars.ts';
import { Link } from '../../office/links/Link.tsx';
import { Answered } from '../../office/kit/Answered.tsx';
import { api, queryOf } from '../../office/api.ts';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, type Fact, Facts } from '../../ui/display/Card.tsx';
import { formatDay } from '../../ui/format.ts';
import { useMay } from './may.ts';
import { ReasonDialog } from '../../office/kit/ReasonDialog.tsx';

type Loss = Bars['losses'][number];

function LiftLoss({ member, loss }: { member: string; loss: Loss }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Undo2 size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        解除限制
      </Button>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`解除 ${loss.caseNo} 的申貸限制`}
        about="解除後，這筆損失不再阻擋本人申請新的借款；損失的紀錄仍會保留。"
        button="解除限制"
        done="已解除，並記入稽核紀錄"
        refresh="lending"
        onAct={({ reason, idempotencyKey }) =>
          api.lending.liftPastLoss({ id: member, loanId: loss.loanId, reason }, { idempotencyKey })
        }
      />
    </>
  );
}

function lossFact(member: string, loss: Loss, mayLift: boolean): Fact {
  return {
    name: `損失 ${loss.caseNo}`,
    value: (
      <span className="inline-flex flex-wrap items-center gap-3">
        <span>
          <DateText at={loss.writtenOffOn} /> 轉銷，本金 <Money amount={loss.principal} />
        </span>
        {!loss.lifted && mayLift && <LiftLoss member={member} loss={loss} />}
      </span>
    ),
    ...(loss.lifted && {
      note: (
        <>
          {loss.lifted.by} 於 <DateText at={loss.lifted.at} /> 解除限制：{loss.lifted.reason}
        </>
      ),
    }),
  };
}

function factsOf(member: string, bars: Bars, mayLift: boolean): Fact[] {
  const { reasons, retryOn, accounts, losses } = bars;
  const now = reasons.map((reason) => qualificationWords[reason].office).join('、');
  return [
    {
      name: '目前',
      value: now || '可以申請',
      ...(retryOn && { note: `最早可於 ${formatDay(retryOn)} 再次申請` }),
    },
    ...accounts.map(({ id, closedAt, suspended }) => ({
      name: '同一人的舊帳戶',
      value: (
        <>
          <Link className="link" to={paths.member(id)}>
            會員 {id}
          </Link>
          ，<DateText at={closedAt} /> 關閉{suspended && '，關閉時為暫停使用'}
        </>
      ),
    })),
    ...losses.map((loss) => lossFact(member, loss, mayLift)),
  ];
}

/** For an open account: whether the person may borrow now, and if not, why. */
export function BorrowerBars({ member }: { member: string }) {
  const mayLift = useMay()('liftLoss');
  const query = useQuery(queryOf('lending', 'borrowerBars', { id: member }));
  return (
    <Card as="section">
      <CardHead title="申貸資格" />
      <Answered query={query} what="申貸資格">
        {({ data }) => <Facts facts={factsOf(member, data, mayLift)} />}
      </Answered>
    </Card>
  );
}
