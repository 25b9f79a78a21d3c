// The trust report of a month: bank against books, whose money it is, letters and signatures.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { subtract, sum } from '#contract/core/money.ts';
import type { TrustReport } from '#contract/reports/trust/office.ts';
import { troublesOf } from '#contract/reports/trust/troubles.ts';
import { refusalText } from '#contract/refusal-text.ts';
import { trustStateWords } from '#contract/reports/words.ts';
import { Link } from '../../../office/links/Link.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { FileButton } from '../../../office/kit/FileButton.tsx';
import { isToCome, MONTH } from '../../../office/kit/listing.ts';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { BooksDesk } from '../../../office/kit/MoneyDesk.tsx';
import { useAct } from '../../../use-act.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert, EmptyState } from '../../../ui/display/Alert.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../../ui/display/Card.tsx';
import { formatDay, monthText } from '../../../ui/format.ts';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { Letters } from './Letters.tsx';
import { TrustTables } from './TrustTables.tsx';

function BankAgainstBooks({ of: { figures, state, day } }: { of: TrustReport }) {
  const { bank, books, differences, unexplained } = figures;
  const named = sum(differences.map(({ amount }) => amount));
  return (
    <Card as="section">
      <CardHead title={`${formatDay(day)}日終`}>
        <Tag tone={trustStateWords[state].tone}>{trustStateWords[state].text}</Tag>
      </CardHead>
      <Facts
        align="end"
        facts={[
          { name: '銀行餘額證明', value: bank === null ? '尚未登錄' : <Money amount={bank} /> },
          { name: '帳上餘額', value: <Money amount={books} /> },
          ...(bank === null
            ? []
            : [{ name: '差額', value: <Money amount={subtract(bank, books)} sign /> }]),
          { name: '列有原因的差額', value: <Money amount={named} sign /> },
          ...(unexplained === null
            ? []
            : [{ name: '無法說明', value: <Money amount={unexplained} sign /> }]),
        ]}
      />
    </Card>
  );
}

function Members({ of: { figures, root } }: { of: TrustReport }) {
  return (
    <Card as="section">
      <CardHead title="會員的款項" />
      <Facts
        align="end"
        facts={[
          { name: '專戶內有款項的會員', value: `${figures.members} 位` },
          { name: '屬於會員的款項', value: <Money amount={figures.membersAmount} /> },
        ]}
      />
      {root !== null && (
        <p className="mt-4 text-sm text-ink-3">
          會員款項驗證碼
          <code className="block break-all">{root}</code>
        </p>
      )}
    </Card>
  );
}

/** Signatures so far, and the button of the person who may sign now. */
function Signatures({ of }: { of: TrustReport }) {
  const client = useQueryClient();
  const who = useOperator().data?.data;
  const isSecond = of.state === 'first';
  const { month } = of;
  const { busy, problem, run } = useAct(
    async () => {
      const { data } = await api.reports.signTrustReport({ month });
      toast(data.stage === 'second' ? '已覆簽，會員可以看到這份月報' : '已簽核，等待覆簽');
    },
    { afterwards: () => client.invalidateQueries({ queryKey: ['reports'] }) },
  );
  const mayFirst = who?.roles.includes('finance') ?? false;
  const maySecond = (mayFirst || who?.roles.includes('approver')) && of.signedBy !== who?.name;
  const may = of.block === null && (isSecond ? maySecond : mayFirst);
  return (
    <Card as="section">
      <CardHead title="簽核" />
      <div className="grid gap-4">
        {of.block !== null && of.block !== 'TRUST_SIGNED' && (
          <Alert title={`${refusalText[of.block]}。`} />
        )}
        {of.state === 'changed' && (
          <Alert tone="warn" title="簽核之後內容已變更">
            會員看到的仍是簽核時的月報；重新簽核並由另一位同仁覆簽後取代。
          </Alert>
        )}
        <Facts
          facts={[
            {
              name: '簽核',
              value: of.signedBy ?? '—',
              ...(of.signedAt !== null && { note: <DateText at={of.signedAt} /> }),
            },
            {
              name: '覆簽',
              value: of.secondBy ?? '—',
              ...(of.secondAt !== null && { note: <DateText at={of.secondAt} /> }),
            },
          ]}
        />
        {problem && <Alert tone="danger" title={problem} />}
        {isSecond && of.signedBy === who?.name && <p>請由另一位同仁覆簽。</p>}
        {may && (
          <div>
            <Button look="primary" busy={busy} onClick={() => void run()}>
              {isSecond ? '覆簽並公布' : '簽核月報'}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** Sentences of the report about money that lacks and about differences, as members read them. */
function Troubles({ of }: { of: TrustReport['figures'] }) {
  return troublesOf(of).map((text) => <Alert key={text} tone="warn" title={text} />);
}

function MonthToCome({ month }: { month: string }) {
  return (
    <BooksDesk title={`${monthText(month)}信託專戶月報`}>
      <EmptyState
        title="這個月還沒到"
        actions={
          <Link className="link" to={paths.trustReports()}>
            全部月報
          </Link>
        }
      >
        月份結束並關帳後，才能簽核月報。
      </EmptyState>
    </BooksDesk>
  );
}

export function TrustReportPage() {
  const { month = '' } = useParams();
  return MONTH.test(month) && isToCome(month) ? (
    <MonthToCome month={month} />
  ) : (
    <MonthReport month={month} />
  );
}

function MonthReport({ month }: { month: string }) {
  const query = useQuery(queryOf('reports', 'getTrustReport', { month }));
  const known = query.data?.data;
  const isSigned = known?.state === 'signed' || known?.state === 'changed';
  return (
    <BooksDesk
      title={`${monthText(month)}信託專戶月報`}
      acts={
        isSigned && (
          <FileButton
            label="下載 PDF"
            filename={`信託專戶月報-${month}.pdf`}
            load={() => api.reports.trustReportPdf({ month })}
          />
        )
      }
    >
      <Answered query={query} what="信託專戶月報">
        {({ data }) => (
          <div className="grid gap-6">
            <Troubles of={data.figures} />
            <Link className="link justify-self-start" to={paths.trustReports()}>
              全部月報
            </Link>
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <BankAgainstBooks of={data} />
              <Members of={data} />
              <Letters of={data} />
              <Signatures of={data} />
            </div>
            <TrustTables of={data.figures} />
          </div>
        )}
      </Answered>
    </BooksDesk>
  );
}
