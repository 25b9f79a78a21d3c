// Page /loan/additional_document: upload of the requested documents one by one, and submission.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { Loan } from '#contract/lending/calls.ts';
import { supplementText, voluntaryItems } from '#contract/lending/loan-review.ts';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { FilesField } from '../../form/FilesField.tsx';
import { filesSchema, refusalsAt } from '../../form/files.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { api, queryOf } from '../../site/kit/api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import { PageSkeleton } from '../../site/Guarded.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert, EmptyState, ErrorState } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { formatInstant } from '../../ui/format.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import { useLoanAct } from '../loan/use-loan-act.ts';
import '../lending.css';

export const meta = () => [{ title: titleOf('申貸補件') }, { name: 'robots', content: 'noindex' }];

const SUBMITTED = 10;
const SUPPLEMENT = 15;
const AUDITING = 20;
const FILES_MAX = 10;
const schema = z.object({ image: filesSchema(1, FILES_MAX) });

/** Hints that say what each document must show, so that it need not be requested a second time. */
const samples: Record<string, string> = {
  financial: '例如近三個月的薪轉存摺，需看得到戶名、日期與金額',
  job: '例如在職證明、識別證或勞保異動明細，需看得到姓名與公司',
  id: '例如重新拍攝的身分證正反面，四角完整、文字清楚',
};

/** Leads to the page that says when to expect the result, with the loan as it is now. */
function useSentPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const loans = { ...queryOf('lending', 'myLoans', {}), staleTime: 0 };
    // What was sent has arrived, whether or not the loan can be read now.
    await client.fetchQuery(loans).catch(() => undefined);
    await navigate(paths.loanDocumentsSent(), { replace: true });
  };
}

function Upload({ item, name, again }: { item: string; name: string; again: boolean }) {
  const client = useQueryClient();
  const onSent = useSentPage();
  const form = useZodForm(schema);
  return (
    <Form
      form={form}
      label={name}
      className="grid gap-4"
      onSubmit={async ({ image }, sending) => {
        let isLast = false;
        try {
          const files = { ...sending, files: { image } };
          const { data } = await deferredApi.lending.additionalDocument({ item }, files);
          isLast = data.status === AUDITING;
        } catch (error) {
          throw atField(error, refusalsAt('image'));
        }
        toast(`${name}已上傳`);
        if (isLast) await onSent();
        await client.invalidateQueries({ queryKey: ['lending'] });
      }}
    >
      <FilesField
        name="image"
        label={`${name}的檔案`}
        hint={samples[item] ?? '照片、掃描檔或 PDF'}
        max={FILES_MAX}
        pdf
        busy={form.formState.isSubmitting}
      />
      <div>
        <SubmitButton look="secondary" busyLabel="上傳中……">
          {again ? `再上傳${name}` : `上傳${name}`}
        </SubmitButton>
      </div>
    </Form>
  );
}

type Item = { item: string; name: string; reason?: string; isGiven?: boolean };

function Paper({ item, name, reason, isGiven, loan }: Item & { loan: Loan }) {
  const sent = loan.documents.filter((one) => one.item === item);
  return (
    <Card as="li">
      <CardHead title={name} level={2}>
        {isGiven !== undefined && (
          <Tag tone={isGiven ? 'done' : 'attention'}>{isGiven ? '已提供' : '待補'}</Tag>
        )}
      </CardHead>
      {reason && <p className="mb-4">{reason}</p>}
      {sent.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-2" aria-label={`已上傳的${name}`}>
          {sent.map(({ filename, sentAt }, i) => (
            <li key={i} className="tag">
              <FileText size={14} aria-hidden="true" />
              {filename}（<DateText at={sentAt} />）
            </li>
          ))}
        </ul>
      )}
      {/* The `key` resets the upload field after each document, so that another can be chosen. */}
      <Upload key={sent.length} item={item} name={name} again={sent.length > 0} />
    </Card>
  );
}

/** What is missing besides; a button only for applications that do not go on by themselves. */
function SendBack({ loan }: { loan: Loan }) {
  const onSent = useSentPage();
  const { busy, problem, run } = useLoanAct();
  const others = loan.missing.filter((item) => item !== 'SUPPLEMENT');
  const isAnswered = !loan.missing.includes('SUPPLEMENT');
  const send = async () => {
    if (await run((options) => api.lending.audit({}, options))) await onSent();
  };
  return (
    <div className="grid gap-4">
      {others.length > 0 && (
        <Alert tone="warn" title="另外還需要下列項目，備齊後才能開始審核">
          <div className="flex flex-wrap gap-3">
            {others.includes('VERIFICATION') && (
              <GoButton to={paths.verification()}>身分驗證</GoButton>
            )}
            {others.includes('FINANCIAL_STATEMENT') && (
              <GoButton to={paths.financialProof()}>財力證明</GoButton>
            )}
          </div>
        </Alert>
      )}
      {!isAnswered && (
        <p className="text-ink-3">
          {loan.sendsItself
            ? '每一項都上傳後，我們會直接繼續審核。'
            : '每一項都上傳後，請送出補件。'}
        </p>
      )}
      <Row>
        {isAnswered && (
          <Button look="primary" size="lg" busy={busy} onClick={() => void send()}>
            送出補件
          </Button>
        )}
        <GoButton to={paths.myLoan()} look="quiet">
          稍後再補
        </GoButton>
      </Row>
      {problem && <Alert tone="danger" live title={problem} />}
    </div>
  );
}

function RequestedDocuments({ loan }: { loan: Loan }) {
  const { supplement } = loan;
  return (
    <>
      {supplement && (
        <Alert
          tone="warn"
          title={`請於 ${formatInstant(supplement.by).slice(0, 10)} 前補齊，逾期將取消申請`}
        >
          {loan.reason}
        </Alert>
      )}
      <ul className="grid gap-6">
        {supplement?.items.map((item) => (
          <Paper key={item.item} {...item} loan={loan} />
        ))}
      </ul>
      <SendBack loan={loan} />
    </>
  );
}

function Voluntary({ loan }: { loan: Loan }) {
  return (
    <>
      <Alert title="目前不需要補件">
        下列文件不是必要的；提供在職證明有助於審核，也可能取得更好的條件。
      </Alert>
      <ul className="grid gap-6">
        {voluntaryItems.map((item) => (
          <Paper key={item} item={item} name={supplementText(item)} loan={loan} />
        ))}
      </ul>
      <Row>
        <GoButton to={paths.myLoan()} look="primary" size="lg">
          回到我的申貸案
        </GoButton>
      </Row>
    </>
  );
}

function Content({ loans }: { loans: readonly Loan[] }) {
  const loan = loans.find(({ status }) => status === SUBMITTED || status === SUPPLEMENT);
  if (!loan) {
    return (
      <EmptyState
        title="目前不需要補件"
        actions={
          <GoButton to={paths.myLoan()} look="primary">
            回到我的申貸案
          </GoButton>
        }
      >
        審核人員需要其他文件時，會以電子郵件及站內通知告訴您。
      </EmptyState>
    );
  }
  return loan.status === SUPPLEMENT ? (
    <RequestedDocuments loan={loan} />
  ) : (
    <Voluntary loan={loan} />
  );
}

export default function AdditionalDocumentPage() {
  const loans = useQuery(queryOf('lending', 'myLoans', {}));
  if (loans.isPending) return <PageSkeleton />;
  return (
    <div className="container page">
      <Stack>
        <div>
          <h1>申貸補件</h1>
          <p className="mt-2 text-ink-3">文件加密保存，只供審核人員查看，不會提供給出資人。</p>
        </div>
        {loans.isLoadingError ? (
          <ErrorState
            onRetry={() => void loans.refetch()}
            requestId={loans.error instanceof ApiFailure ? loans.error.requestId : undefined}
          />
        ) : (
          <Content loans={loans.data.data} />
        )}
      </Stack>
    </div>
  );
}
