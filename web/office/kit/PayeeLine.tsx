// The person to whom money goes, with what is known about the account; the same wherever it leaves.
import type { ReactNode } from 'react';
import type { PayeeLine as Payee } from '#contract/banking/payees.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Link } from '../links/Link.tsx';
import * as paths from '../paths.ts';

export function MemberLink({ id, name }: { id: string; name: string | null }) {
  return (
    <Link className="link" to={paths.member(id)}>
      會員 {id} {name}
    </Link>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap items-center gap-x-2 text-sm">{children}</p>;
}

export function PayeeLine({ payee }: { payee: Payee }) {
  const { bankCode, bankName, tail, paid, firstPaidOn, changedOn, returned, hold } = payee;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{payee.name}</strong>
        <span>
          {bankCode} {bankName} ****{tail}
        </span>
        <MemberLink id={payee.memberId} name={null} />
      </p>
      <Row>
        {paid === 0 ? (
          <Tag tone="attention">首次匯入此帳戶</Tag>
        ) : (
          <>
            此帳戶匯過 {paid} 次
            {firstPaidOn && (
              <>
                ，首次 <DateText at={firstPaidOn} />
              </>
            )}
          </>
        )}
      </Row>
      {changedOn && (
        <Row>
          <Tag tone="attention">換過帳戶</Tag>
          <DateText at={changedOn} /> 起使用此帳戶
        </Row>
      )}
      {payee.shared > 0 && (
        <Row>
          <Tag tone="attention">共用帳戶</Tag>
          {payee.sharedWith.map(({ id, name }) => (
            <MemberLink key={id} id={id} name={name} />
          ))}
          {payee.shared > payee.sharedWith.length && <>等 {payee.shared} 位會員</>}
        </Row>
      )}
      {returned && (
        <Row>
          <Tag tone="attention">曾遭退匯</Tag>
          {returned.on && <DateText at={returned.on} />} {returned.reason ?? '銀行未說明原因'}
        </Row>
      )}
      {hold && <Alert tone="warn" title={hold} />}
    </div>
  );
}
