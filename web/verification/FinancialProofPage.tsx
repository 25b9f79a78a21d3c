// Page of proofs of income: those already submitted, and submitting more.
import { incomeProofWords } from '#contract/verification/words.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { incomeDocuments, optionText } from '#contract/options.ts';
import { ApiFailure, type Answer } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { RadioField } from '../form/choice-fields.tsx';
import { SelectField } from '../form/select-fields.tsx';
import { FilesField } from '../form/FilesField.tsx';
import { MoneyField } from '../form/number-fields.tsx';
import { filesSchema, refusalsAt } from '../form/files.ts';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { REQUIRED } from '../form/words.ts';
import { applicationFacts } from '#contract/today/loan-facts.ts';
import { wordsOf } from '#contract/today/facts.ts';
import { refreshVerification, useSession } from '../session.ts';
import { api, queryOf } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Alert, ErrorState, Loading, Skeleton, SkeletonLines } from '../ui/display/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../ui/display/Card.tsx';
import { dayIn } from '../ui/clock.ts';
import { formatDay } from '../ui/format.ts';
import { Grid, Row, Stack } from '../ui/Layout.tsx';
import { dayOfMonth, monthsUpTo } from './statements.ts';
import { FormPart } from './FormPart.tsx';
import './verification.css';

export const meta = () => [{ title: titleOf('財力證明') }, { name: 'robots', content: 'noindex' }];

type Statement = Answer<SiteCalls['verification']['financialStatements']>['data']['items'][number];

const MONTHS = 24;
/**
 * Value of `verifiedIDStage` once phone, personal data, documents and bank account have been
 * submitted.
 */
const COMPLETE = 4;
const schema = z
  .object({
    kind: z.number({ error: REQUIRED }),
    monthlyIncome: z.number({ error: REQUIRED }).int().min(1, '請輸入平均月收入'),
    fromMonth: z.string({ error: REQUIRED }),
    toMonth: z.string({ error: REQUIRED }),
    image: filesSchema(1, 10),
  })
  .refine(({ fromMonth, toMonth }) => fromMonth <= toMonth, {
    path: ['toMonth'],
    message: '結束月份不可早於開始月份',
    when: ({ value }) => {
      const { fromMonth, toMonth } = value as { fromMonth?: string; toMonth?: string };
      return Boolean(fromMonth && toMonth);
    },
  });

function CurrentStatement({ statement }: { statement: Statement }) {
  const state = incomeProofWords[statement.status] ?? incomeProofWords[0]!;
  return (
    <Card as="li">
      <CardHead title={optionText(incomeDocuments, statement.kind) || '財力證明'} level={3}>
        <Tag tone={state.tone}>{state.text}</Tag>
      </CardHead>
      <Facts
        facts={[
          { name: '平均月收入', value: <Money amount={statement.monthlyIncome} /> },
          {
            name: '涵蓋期間',
            value: `${formatDay(statement.from)} 至 ${formatDay(statement.to)}`,
          },
          { name: '送出時間', value: <DateText at={statement.createdAt} /> },
        ]}
      />
      <ul className="mt-4 flex flex-wrap gap-2" aria-label="檔案">
        {statement.files.map(({ id, name, contentType }) => {
          const Icon = contentType === 'application/pdf' ? FileText : ImageIcon;
          return (
            <li key={id} className="tag">
              <Icon size={14} aria-hidden="true" />
              {name}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Existing() {
  const list = useQuery(queryOf('verification', 'financialStatements', {}));
  if (list.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-40" />
      </Loading>
    );
  }
  if (list.isLoadingError) {
    const failure = list.error instanceof ApiFailure ? list.error : null;
    return (
      <ErrorState
        compact
        title="暫時無法載入已提供的財力證明"
        onRetry={() => void list.refetch()}
        requestId={failure?.requestId}
      />
    );
  }
  const { items } = list.data.data;
  if (items.length === 0) {
    return (
      <Alert title="還沒有財力證明">
        提供近期收入的證明，審核會更快，也有機會取得更好的利率。可以先申貸，稍後再補。
      </Alert>
    );
  }
  return (
    <section>
      <h2 className="mb-4 text-h3">已提供</h2>
      <ul className="grid gap-4">
        {items.map((statement) => (
          <CurrentStatement key={statement.id} statement={statement} />
        ))}
      </ul>
    </section>
  );
}

/** The documents step of the application, to which members who came from there return. */
const APPLY_STEP = 7;

function Later() {
  const [query] = useSearchParams();
  const isApplying = query.get('from') === 'apply';
  const to = isApplying ? paths.apply(undefined, { step: APPLY_STEP }) : paths.myLoan();
  return (
    <GoButton to={to} look="quiet">
      {isApplying ? '回到申貸' : '稍後再補'}
    </GoButton>
  );
}

/** What became of the application, in the sentence of every other page; undefined without one. */
function useApplication() {
  const today = useQuery({
    queryKey: ['today', 'myToday', {}],
    queryFn: ({ signal }) => deferredApi.today.myToday({}, { signal }),
    staleTime: 0,
  });
  return {
    // What was read before the proof was sent would say the opposite.
    isPending: !today.isFetchedAfterMount,
    hasFailed: today.isError,
    fact: today.data?.data.facts.find(({ fact }) => fact in applicationFacts),
  };
}

/** The form that had the focus is gone. */
const takeFocus = (box: HTMLElement | null) => box?.focus();

/** After sending: what happens next, and the way back to where the member came from. */
function Sent({ onMore }: { onMore: () => void }) {
  const [query] = useSearchParams();
  const isApplying = query.get('from') === 'apply';
  const { isPending, hasFailed, fact } = useApplication();
  const words = fact && wordsOf(fact);
  const isDraft = isApplying || fact?.fact === 'draft';
  const next = isDraft
    ? { label: '回到申貸', to: paths.apply(undefined, { step: APPLY_STEP }) }
    : words || hasFailed
      ? { label: '查看我的申貸案', to: paths.myLoan() }
      : { label: '看申貸方案', to: paths.plans() };
  return (
    <Alert tone="ok" live title="財力證明已送出">
      <div className="grid gap-4" tabIndex={-1} ref={takeFocus}>
        {isPending ? (
          <SkeletonLines lines={1} />
        ) : (
          <p>
            {hasFailed && !isDraft
              ? '審核結果以電子郵件與站內通知告訴您。'
              : words && !isDraft
                ? `${words.title}。${words.about ?? ''}`
                : '申貸時會直接用這份證明審核，不用再上傳。'}
          </p>
        )}
        <Row>
          <GoButton to={next.to} look="primary">
            {next.label}
          </GoButton>
          <Button look="quiet" onClick={onMore}>
            再提供一份
          </Button>
        </Row>
      </div>
    </Alert>
  );
}

function StatementForm({ onSent }: { onSent: () => void }) {
  const client = useQueryClient();
  const form = useZodForm(schema);
  const today = dayIn();
  const months = monthsUpTo(today, MONTHS);
  return (
    <Form
      form={form}
      label="財力證明"
      guard
      onSubmit={async ({ fromMonth, toMonth, image, ...info }, sending) => {
        const period = {
          from: dayOfMonth(fromMonth, 'first', today),
          to: dayOfMonth(toMonth, 'last', today),
        };
        const statement = { ...info, ...period };
        const files = { image };
        try {
          await api.verification.sendFinancialStatement(statement, { ...sending, files });
        } catch (error) {
          throw atField(error, refusalsAt('image'));
        }
        void client.invalidateQueries({ queryKey: ['verification', 'financialStatements'] });
        // The proof may have been the last thing that the application waited for.
        void client.invalidateQueries({ queryKey: ['lending'] });
        void client.invalidateQueries({ queryKey: ['today'] });
        void refreshVerification(() => api.verification.verification());
        onSent();
      }}
    >
      <FormPart title="提供財力證明" about="可以遮蔽與收入無關的交易，請勿遮住姓名與金額">
        <RadioField
          name="kind"
          label="文件種類"
          numeric
          columns={2}
          choices={incomeDocuments.map(({ id, description }) => ({
            value: String(id),
            title: description,
          }))}
        />
        <MoneyField
          name="monthlyIncome"
          label="平均月收入"
          hint="稅前，請與文件上的金額相符"
          maxDigits={8}
        />
        <Grid>
          <SelectField name="fromMonth" label="涵蓋期間（起）" options={months} />
          <SelectField name="toMonth" label="涵蓋期間（迄）" options={months} />
        </Grid>
        <FilesField
          name="image"
          label="文件影像"
          hint="照片、掃描檔或網銀匯出的 PDF；有密碼的 PDF 請先移除密碼"
          max={10}
          pdf
          busy={form.formState.isSubmitting}
        />
      </FormPart>
      <Row>
        <SubmitButton look="primary" size="lg" busyLabel="上傳中……">
          送出財力證明
        </SubmitButton>
        <Later />
      </Row>
    </Form>
  );
}

/**
 * Shown instead of the form, because a proof is accepted only after the four verification steps.
 */
function StepsFirst() {
  return (
    <Alert title="請先完成身分驗證">
      <p>四個步驟都送出後，就可以在這裡提供財力證明。</p>
      <GoButton to={paths.verification()} size="sm">
        前往身分驗證
      </GoButton>
    </Alert>
  );
}

export default function FinancialProofPage() {
  const [isSent, setSent] = useState(false);
  const { verification } = useSession();
  const early = verification && verification.verifiedIDStage < COMPLETE;
  return (
    <div className="container page">
      <Stack>
        <div>
          <h1>財力證明</h1>
          <p className="mt-2 text-ink-3">
            證明收入的文件只用於評估申貸條件，加密保存，不會提供給出資人。
          </p>
        </div>
        {early ? (
          <StepsFirst />
        ) : (
          <>
            {isSent && <Sent onMore={() => setSent(false)} />}
            <Existing />
            {!isSent && <StatementForm onSent={() => setSent(true)} />}
          </>
        )}
      </Stack>
    </div>
  );
}
