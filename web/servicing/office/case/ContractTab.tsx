// Contract of a case: the offered terms with all figures, and the sealed documents.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Role } from '#contract/core/endpoint.ts';
import { type CaseContracts, contractKindText } from '#contract/lending/case-file.ts';
import { Figures } from '../../../lending/office/Assessment.tsx';
import { OfferWithdrawal } from '../../../lending/office/OfferWithdrawal.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { FileButton } from '../../../office/kit/FileButton.tsx';
import { useOperator } from '../../../office/operator.ts';
import { DateText, Money, Percent } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../../ui/display/Card.tsx';

const reading: readonly Role[] = ['reviewer', 'approver', 'auditor'];

type Document = CaseContracts['documents'][number];

function Offered({
  offer,
  children,
}: {
  offer: NonNullable<CaseContracts['offer']>;
  children: ReactNode;
}) {
  return (
    <Card as="section">
      <CardHead title="契約條件" />
      <Facts
        look="strip"
        facts={[
          { name: '金額', value: <Money amount={offer.amount} /> },
          { name: '年化利率', value: <Percent value={offer.annualRate} /> },
          { name: '期數', value: `${offer.installments} 期` },
          { name: '風險等級', value: offer.grade },
        ]}
      />
      <div className="mt-4">
        <Figures of={offer} />
      </div>
      {children}
    </Card>
  );
}

function Sealed({ of, loan, reads }: { of: Document; loan: string; reads: boolean }) {
  const { id, kind, version, sha256, sealedAt, supersededAt, stampedUntil } = of;
  const text = contractKindText[kind];
  const name = version > 1 ? `${text}（第 ${version} 版）` : text;
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-3">
          <strong>{name}</strong>
          {supersededAt ? (
            <Tag>
              已於 <DateText at={supersededAt} /> 失效
            </Tag>
          ) : (
            <Tag tone="done">有效</Tag>
          )}
        </span>
        {reads && (
          <FileButton
            label={`下載${name}`}
            filename={`${text}.pdf`}
            load={() => api.lending.readContract({ id: loan, document: id })}
          />
        )}
      </div>
      <p className="text-sm text-ink-3">
        <DateText at={sealedAt} /> 簽章
        {stampedUntil && (
          <>
            ・時間戳記有效至 <DateText at={stampedUntil} />
          </>
        )}
      </p>
      <p className="office-mono text-xs text-ink-3 wrap-anywhere">SHA-256 {sha256}</p>
    </li>
  );
}

function Content({ loan, of }: { loan: string; of: CaseContracts }) {
  const { offer, documents } = of;
  const roles = useOperator().data?.data.roles ?? [];
  const reads = reading.some((role) => roles.includes(role));
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {offer && (
        <Offered offer={offer}>
          <OfferWithdrawal
            loan={loan}
            of={of}
            mayPropose={of.offerUntil !== null && roles.includes('approver')}
          />
        </Offered>
      )}
      <Card as="section">
        <CardHead title="契約文件" />
        {documents.length === 0 ? (
          <p className="text-ink-3">簽約後，契約與後續文件會列在這裡。</p>
        ) : (
          <ul className="divide-y divide-line">
            {documents.map((one) => (
              <Sealed key={one.id} of={one} loan={loan} reads={reads} />
            ))}
          </ul>
        )}
        {reads && documents.length > 0 && (
          <p className="text-xs text-ink-3">每次下載都會留下稽核紀錄。</p>
        )}
      </Card>
    </div>
  );
}

export function ContractTab({ id }: { id: string }) {
  const query = useQuery(queryOf('lending', 'loanContracts', { id }));
  return (
    <Answered query={query} what="契約">
      {({ data }) => <Content loan={id} of={data} />}
    </Answered>
  );
}
