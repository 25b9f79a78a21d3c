// The person to whom money goes, with what is known about the account; the same wherever it leaves.
import type { ReactNode } from 'react';
import type { PayeeLine as Payee } from '#contract/banking/payees.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { type Fact, Tag } from '../../ui/display/Card.tsx';
import { Link } from '../links/Link.tsx';
import * as paths from '../paths.ts';

export function MemberLink({ id, name }: { id: string; name: string | null }) {
  return (
    <Link className="link" to={paths.member(id)}>
      會員 {id} {name}
    </Link>
  );
}

const UNNAMED = '原匯款人（銀行未提供戶名）';

/** Name of the payee, with the member, or that the money goes back to a third party. */
export function PayeeName({ payee }: { payee: Payee }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <strong>{payee.name ?? UNNAMED}</strong>
      {payee.memberId === null ? (
        <Tag tone="attention">第三人款項</Tag>
      ) : (
        <MemberLink id={payee.memberId} name={null} />
      )}
    </span>
  );
}

export const accountOf = ({ bankCode, bankName, tail }: Payee) =>
  `${bankCode} ${bankName} ****${tail}`;

/** Name and account of the only payee of a decision, for its bar; nothing if there is none. */
export const payeeFacts = (payee: Payee | null | undefined): Fact[] =>
  payee ? [{ name: '收款人', value: `${payee.name ?? UNNAMED}（${accountOf(payee)}）` }] : [];

function Paid({ payee: { memberId, paid, firstPaidOn } }: { payee: Payee }) {
  if (paid === 0 && memberId === null) return <>先前沒有退回</>;
  if (paid === 0) return <Tag tone="attention">首次匯入此帳戶</Tag>;
  return (
    <>
      此帳戶匯過 {paid} 次
      {firstPaidOn && (
        <>
          ，首次 <DateText at={firstPaidOn} />
        </>
      )}
    </>
  );
}

/** What is known about the account, as short facts one after the other. */
function factsOf(payee: Payee): { key: string; fact: ReactNode }[] {
  const { changedOn, returned, shared, sharedWith } = payee;
  return [
    { key: 'paid', fact: <Paid payee={payee} /> },
    ...(changedOn
      ? [
          {
            key: 'changed',
            fact: (
              <>
                <Tag tone="attention">換過帳戶</Tag>
                <span>
                  <DateText at={changedOn} /> 起使用此帳戶
                </span>
              </>
            ),
          },
        ]
      : []),
    ...(shared > 0
      ? [
          {
            key: 'shared',
            fact: (
              <>
                <Tag tone="attention">共用帳戶</Tag>
                {sharedWith.map(({ id, name }) => (
                  <MemberLink key={id} id={id} name={name} />
                ))}
                {shared > sharedWith.length && <>等 {shared} 位會員</>}
              </>
            ),
          },
        ]
      : []),
    ...(returned
      ? [
          {
            key: 'returned',
            fact: (
              <>
                <Tag tone="attention">曾遭退匯</Tag>
                <span>
                  {returned.on && <DateText at={returned.on} />}{' '}
                  {returned.reason ?? '銀行未說明原因'}
                </span>
              </>
            ),
          },
        ]
      : []),
  ];
}

/** The facts about the account in one cell of a table. */
export function PayeeFacts({ payee }: { payee: Payee }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {factsOf(payee).map(({ key, fact }) => (
        <span key={key} className="inline-flex flex-wrap items-center gap-x-2">
          {fact}
        </span>
      ))}
      {payee.hold && (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Tag tone="problem">暫停</Tag>
          {payee.hold}
        </span>
      )}
    </span>
  );
}

export function PayeeLine({ payee }: { payee: Payee }) {
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PayeeName payee={payee} />
        <span>{accountOf(payee)}</span>
      </p>
      {factsOf(payee).map(({ key, fact }) => (
        <p key={key} className="flex flex-wrap items-center gap-x-2 text-sm">
          {fact}
        </p>
      ))}
      {payee.hold && <Alert tone="warn" title={payee.hold} />}
    </div>
  );
}
