// Page /investment/{id}/confirm?amount=: a summary, three consents, and placing the order.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { z } from 'zod';
import type { CaseDetail } from '#contract/investing/calls.ts';
import { paymentModes } from '#contract/options.ts';
import { orderTerms, RISK_VERSION, riskPoints } from '#contract/investing/risk-text.ts';
import { ApiFailure } from '../../api.ts';
import { CheckboxField, RadioField } from '../../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { api, queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Accordion, Card, CardHead } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import { CaseDocuments } from '../cases/CaseDocuments.tsx';
import { NoCase } from '../cases/NoCase.tsx';
import { ConfirmFacts, PayoutAccount } from './ConfirmFacts.tsx';
import { BY_MANDATE } from './OrderMandate.tsx';
import { accountText, coversOrder, useMandate } from '../../lending/loan/use-mandate.ts';
import { Flow, FlowSteps } from '../Flow.tsx';
import { amountIn, amountProblem } from './gate.ts';
import { useReturns } from '../returns.ts';
import '../own.css';

export const meta = () => [{ title: titleOf('確認出資') }, { name: 'robots', content: 'noindex' }];

const consent = (words: string) => z.literal(true, words);
const schema = z.object({
  paymentMode: z.string(),
  mayLose: consent('請確認您了解可能的損失'),
  hasRead: consent('請先閱讀《出資契約》範本與《風險預告書》再勾選'),
  canBear: consent('請確認金額在您可承受的範圍內'),
});

const offered = paymentModes.filter(({ enabled }) => enabled !== false);

/** The full terms, shown where the member agrees to them. */
function Terms({ of }: { of: CaseDetail }) {
  const list = (points: readonly string[]) => (
    <ul className="list-disc ps-5">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
  return (
    <div className="border-t border-line">
      <Accordion title="出資約定重點">{list(orderTerms(of.installments))}</Accordion>
      <Accordion title={`風險預告（第 ${RISK_VERSION} 版）`}>{list(riskPoints)}</Accordion>
      <CaseDocuments id={of.id} />
    </div>
  );
}

/** The ways to pay an order: those for everybody, and debit if a mandate covers the amount. */
function useChoices(amount: number) {
  const mandate = useMandate().data?.data.mandate ?? null;
  const choices = offered.map(({ id, description }) => ({
    value: String(id),
    title: description,
  }));
  if (!mandate || !coversOrder(mandate, amount)) return choices;
  const about = `自 ${accountText(mandate)} 扣取，不必自己轉帳`;
  return [...choices, { value: String(BY_MANDATE), title: '授權扣款', about }];
}

function OrderForm({ of, amount }: { of: CaseDetail; amount: number }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const choices = useChoices(amount);
  const form = useZodForm(schema, { paymentMode: String(offered[0]?.id ?? '') });
  return (
    <Form
      form={form}
      label="確認出資"
      className="grid gap-6"
      onSubmit={async ({ paymentMode }, { idempotencyKey }) => {
        const order = { id: of.id, invest_amount: amount, payment_mode: Number(paymentMode) };
        try {
          const { data } = await api.investing.quickApply(order, { idempotencyKey });
          await client.invalidateQueries({ queryKey: ['investing'], refetchType: 'none' });
          void navigate(paths.bankTransfer({ order: data.id }), { replace: true });
        } catch (error) {
          // If the server did not answer, the same attempt may be repeated with the same key.
          if (!(error instanceof ApiFailure) || error.status === 0) throw error;
          const { status, code, message, data, requestId } = error;
          const state = {
            status,
            code,
            message,
            data,
            requestId,
            caseId: of.id,
            plan: of.planSlug,
          };
          void navigate(paths.investError(), { replace: true, state });
        }
      }}
    >
      <Card as="section">
        <RadioField name="paymentMode" label="付款方式" choices={choices} />
      </Card>
      <PayoutAccount />
      <Card as="section">
        <CardHead title="請閱讀並確認" />
        <Terms of={of} />
        <div className="mt-4 grid gap-1">
          <CheckboxField name="mayLose" label="可能的損失">
            我了解可能無法收回全部或部分本金
          </CheckboxField>
          <CheckboxField name="hasRead" label="出資契約與風險預告書">
            我已閱讀《出資契約》範本與《風險預告書》
          </CheckboxField>
          <CheckboxField name="canBear" label="可承受的範圍">
            我的出資金額在我可承受的範圍內
          </CheckboxField>
        </div>
      </Card>
      <div className="flex flex-wrap gap-3 max-md:*:flex-[1_1_100%]">
        <SubmitButton look="primary" size="lg" busyLabel="送出中……">
          確認出資 {formatMoney(amount)}
        </SubmitButton>
        <GoButton to={`${paths.investCase(of.id)}?amount=${amount}`} look="quiet" size="lg">
          返回修改
        </GoButton>
      </div>
    </Form>
  );
}

function Content({ of, amount }: { of: CaseDetail; amount: number }) {
  const { returns } = useReturns(of.id, amount);
  const refundFee = useQuery(queryOf('lending', 'refundFee', {}));
  return (
    <div className="confirm-columns lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <ConfirmFacts of={of} amount={amount} returns={returns} refundFee={refundFee.data?.data} />
      <OrderForm key={amount} of={of} amount={amount} />
    </div>
  );
}

/** Redirects to the case if the URL requests something impossible. */
function useSentBack(target: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!target) return;
    toast('請重新輸入出資金額', { tone: 'info' });
    void navigate(target, { replace: true });
  }, [target, navigate]);
}

export default function ConfirmPage() {
  const params = useParams();
  const [query] = useSearchParams();
  const id = params['id'] ?? '';
  const amount = amountIn(query.get('amount'));
  const one = useQuery(queryOf('investing', 'getCase', { id }));
  const of = one.data?.data;
  const wrong = amount === null || (of && amountProblem(amount, of) !== undefined);
  // Placing the order lowers the limit, so an amount that was valid once is not checked again.
  const [right, setRight] = useState(false);
  if (of && !wrong && !right) setRight(true);
  useSentBack(wrong && !right && !one.isFetching ? paths.investCase(id) : null);
  const failure = one.error instanceof ApiFailure ? one.error : null;
  const gone = failure?.code === 'CASE_NOT_FOUND';
  return (
    <Flow title="確認出資" step={!gone && <FlowSteps current={0} />}>
      {one.isPending && (
        <Loading>
          <Skeleton shape="block" className="h-96" />
        </Loading>
      )}
      {gone && <NoCase />}
      {one.isLoadingError && !gone && (
        <ErrorState
          title="案件載入失敗"
          onRetry={() => void one.refetch()}
          requestId={failure?.requestId}
        />
      )}
      {of && amount !== null && right && <Content of={of} amount={amount} />}
    </Flow>
  );
}
