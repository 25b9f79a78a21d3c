// Page /account/invoices/:number: one electronic invoice, which can be printed.
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';
import type { FullInvoice } from '#contract/invoices/calls.ts';
import {
  carrierText,
  invoiceKindText,
  invoiceNumberText,
  invoiceStates,
} from '#contract/invoices/words.ts';
import { ApiFailure } from '../api.ts';
import { queryOf } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import { Go, GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Button } from '../ui/Button.tsx';
import { Stack } from '../ui/Layout.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../ui/display/Card.tsx';
import { DryRiver } from '../ui/drawings/drawings.tsx';

export const meta = () => [{ title: titleOf('電子發票') }, { name: 'robots', content: 'noindex' }];

/** Answers to a number that no invoice of the member has, or that no invoice can have. */
const UNKNOWN: readonly (string | undefined)[] = ['NOT_FOUND', 'INVALID_INPUT'];

function carrierOf({ carrier, code }: FullInvoice) {
  return (
    <>
      {carrierText[carrier]}
      {code && <span className="num ms-2">{code}</span>}
    </>
  );
}

function Amounts({ invoice }: { invoice: FullInvoice }) {
  const { carrier, sales, tax, total, kind } = invoice;
  const isCompany = carrier === 'company';
  return (
    <Facts
      align="end"
      facts={[
        { name: invoiceKindText[kind], value: <Money amount={isCompany ? sales : total} /> },
        ...(isCompany ? [{ name: '營業稅 5%', value: <Money amount={tax} /> }] : []),
        {
          name: '總計',
          value: (
            <b>
              <Money amount={total} />
            </b>
          ),
        },
        ...(isCompany ? [] : [{ name: '內含營業稅 5%', value: <Money amount={tax} /> }]),
      ]}
    />
  );
}

function Allowances({ invoice }: { invoice: FullInvoice }) {
  if (invoice.allowances.length === 0) return null;
  return (
    <Card as="section">
      <CardHead title="折讓證明單" />
      <Facts
        facts={invoice.allowances.map(({ number, issuedOn, total, tax, reason }) => ({
          name: number,
          value: (
            <>
              <DateText at={issuedOn} />　<Money amount={total} />
              （含稅額 <Money amount={tax} />
              ），{reason}
            </>
          ),
        }))}
      />
    </Card>
  );
}

function Sheet({ invoice }: { invoice: FullInvoice }) {
  const { number, issuedOn, state, seller, randomCode, caseNo, voidedOn, voidReason } = invoice;
  return (
    <div className="grid gap-6">
      <Card as="section">
        <CardHead title={`電子發票 ${invoiceNumberText(number)}`}>
          <Tag tone={invoiceStates[state].tone}>{invoiceStates[state].text}</Tag>
        </CardHead>
        <div className="grid gap-6">
          <Facts
            facts={[
              { name: '發票日期', value: <DateText at={issuedOn} /> },
              { name: '隨機碼', value: <span className="num">{randomCode}</span> },
              { name: '載具', value: carrierOf(invoice) },
              ...(caseNo ? [{ name: '案號', value: <span className="num">{caseNo}</span> }] : []),
              { name: '賣方名稱', value: seller.name },
              { name: '賣方統一編號', value: <span className="num">{seller.number}</span> },
              ...(seller.address ? [{ name: '賣方地址', value: seller.address }] : []),
              ...(voidedOn
                ? [
                    {
                      name: '作廢',
                      value: (
                        <>
                          <DateText at={voidedOn} />，{voidReason}
                        </>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          <Amounts invoice={invoice} />
        </div>
      </Card>
      <Allowances invoice={invoice} />
      <p className="text-sm text-ink-3">
        發票經加值中心上傳財政部電子發票整合服務平台。本頁供您查閱與記帳，不是電子發票證明聯。
      </p>
    </div>
  );
}

export default function InvoicePage() {
  const { number = '' } = useParams();
  const query = useQuery(queryOf('invoices', 'getInvoice', { number }));
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const isUnknown = UNKNOWN.includes(failure?.code);
  return (
    <div className="container page">
      <Stack>
        <div className="no-print flex flex-wrap items-center justify-between gap-3">
          <Go to={paths.myInvoices()}>所有電子發票</Go>
          {query.data && (
            <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
              列印
            </Button>
          )}
        </div>
        <h1 className="visually-hidden">電子發票</h1>
        {query.isPending && (
          <Loading>
            <Skeleton shape="block" className="h-72" />
          </Loading>
        )}
        {isUnknown && (
          <EmptyState
            title="找不到這張發票"
            drawing={<DryRiver />}
            actions={<GoButton to={paths.myInvoices()}>查看所有電子發票</GoButton>}
          />
        )}
        {query.isLoadingError && !isUnknown && (
          <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
        )}
        {query.data && <Sheet invoice={query.data.data} />}
      </Stack>
    </div>
  );
}
