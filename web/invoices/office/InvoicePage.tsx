// One electronic invoice at the office: its void or allowances, and the messages about it.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { OfficeFullInvoice } from '#contract/invoices/office.ts';
import {
  carrierText,
  invoiceKindText,
  invoiceNumberText,
  invoiceStates,
} from '#contract/invoices/words.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { List } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { useMessageColumns } from './message-columns.tsx';

const back = { to: paths.invoices(), text: '電子發票' };
/** More messages than one invoice ever has: issue, void or a few allowances. */
const MESSAGES = 50;

function About({ invoice }: { invoice: OfficeFullInvoice }) {
  const { memberId, loanId, caseNo, voidedOn, voidReason } = invoice;
  return (
    <Card as="section">
      <CardHead title="發票" />
      <Facts
        facts={[
          { name: '項目', value: invoiceKindText[invoice.kind] },
          {
            name: '會員編號',
            value: (
              <Link className="link num" to={paths.member(memberId)}>
                {memberId}
              </Link>
            ),
          },
          ...(loanId === null
            ? []
            : [
                {
                  name: '案號',
                  value: (
                    <Link className="link num" to={paths.loan(loanId)}>
                      {caseNo}
                    </Link>
                  ),
                },
              ]),
          { name: '發票日期', value: <DateText at={invoice.issuedOn} /> },
          { name: '載具', value: carrierText[invoice.carrier] },
          { name: '隨機碼', value: <span className="num">{invoice.randomCode}</span> },
          ...(voidedOn === null
            ? []
            : [
                { name: '作廢日期', value: <DateText at={voidedOn} /> },
                { name: '作廢原因', value: voidReason },
              ]),
        ]}
      />
    </Card>
  );
}

function Amounts({ invoice }: { invoice: OfficeFullInvoice }) {
  return (
    <Card as="section">
      <CardHead title="金額" />
      <Facts
        align="end"
        facts={[
          {
            name: invoice.carrier === 'company' ? '銷售額' : '銷售額（含稅）',
            value: <Money amount={invoice.sales} />,
          },
          { name: '稅額', value: <Money amount={invoice.tax} /> },
          { name: '總計', value: <Money amount={invoice.total} /> },
          ...(invoice.allowed === 0
            ? []
            : [{ name: '已折讓', value: <Money amount={invoice.allowed} /> }]),
        ]}
      />
    </Card>
  );
}

function Allowances({ allowances }: Pick<OfficeFullInvoice, 'allowances'>) {
  if (allowances.length === 0) return null;
  return (
    <section className="office-rows">
      <Table
        caption="折讓證明單"
        columns={[
          {
            key: 'number',
            label: '折讓單號碼',
            head: true,
            whole: true,
            cell: ({ number }) => <span className="num">{number}</span>,
          },
          { key: 'on', label: '日期', cell: ({ issuedOn }) => <DateText at={issuedOn} /> },
          { key: 'reason', label: '原因', cell: ({ reason }) => reason },
          { key: 'tax', label: '稅額', numeric: true, cell: ({ tax }) => <Money amount={tax} /> },
          {
            key: 'total',
            label: '金額（含稅）',
            numeric: true,
            cell: ({ total }) => <Money amount={total} />,
          },
        ]}
        rows={allowances}
        rowKey={({ number }) => number}
      />
    </section>
  );
}

function Messages({ invoice }: { invoice: string }) {
  const columns = useMessageColumns();
  const query = useQuery(
    queryOf('invoices', 'listInvoiceMessages', { invoice, item_per_page: MESSAGES, offset: 0 }),
  );
  return (
    <section className="grid grid-cols-[minmax(0,1fr)]">
      <List
        query={query}
        what="傳送紀錄"
        columns={columns}
        rowKey={({ id }) => id}
        caption={() => '傳送給加值中心的訊息'}
      />
    </section>
  );
}

export function InvoicePage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('invoices', 'officeInvoice', { id }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Answered query={query} what="電子發票" whom="出納或稽核同仁" back={back}>
        {({ data }) => (
          <>
            <DetailHead
              title={invoiceNumberText(data.number)}
              tab={`電子發票 ${invoiceNumberText(data.number)}`}
              back={back}
            >
              <Tag tone={invoiceStates[data.state].tone}>{invoiceStates[data.state].text}</Tag>
            </DetailHead>
            <div className="grid items-start gap-5 xl:grid-cols-2">
              <About invoice={data} />
              <Amounts invoice={data} />
            </div>
            <Allowances allowances={data.allowances} />
            <Messages invoice={data.id} />
          </>
        )}
      </Answered>
    </div>
  );
}
