// Editor for the next or first version of a plan, and its submission for approval.
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { planVersionSchema, type PlanVersion } from '#contract/lending/plans.ts';
import { orNewer } from '../../../office/editing/editing.ts';
import { RemoveButton } from '../../../office/editing/RemoveButton.tsx';
import { SaveActs } from '../../../office/editing/SaveActs.tsx';
import { SaveBar } from '../../../office/editing/SaveBar.tsx';
import { useTypedForm } from '../../../office/editing/typed.ts';
import { useDrafting } from '../../../office/editing/use-drafting.ts';
import { DraftActs, ReturnedAlert } from '../../../office/editing/VersionParts.tsx';
import { atField } from '../../../form/at-field.ts';
import { useZodForm, type Sending } from '../../../form/Form.tsx';
import { deleted } from '../../../form/LeaveGuard.tsx';
import { api, queryOf } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { LivePlan } from './LivePlan.tsx';
import { blankPlan, fieldsOf, startOf, versionsOf, type FullPlan } from './plan.ts';
import type { PlanRow } from '#contract/lending/lists.ts';
import { PlanFacts } from './PlanFacts.tsx';
import { OfferFields, TermFields } from './PlanFields.tsx';
import { PlanKeys, type PlanKey } from './PlanKeys.tsx';
import { PlanPreviewButton } from './PlanPreview.tsx';
import { WordFields } from './PlanWordFields.tsx';
import './plan-editing.css';
import { EditorFrame } from '../../../office/editing/EditorFrame.tsx';

export type PlatformNumbers = {
  figures: readonly PlanKey[];
  /** Bank fee of a disbursement in NT$, APR limit in percent, debt limit in NT$. */
  remittanceFee: number;
  aprMax: number;
  borrowerMax: number;
};
type Values = Parameters<typeof api.lending.createPlan>[0];
type Reread = () => Promise<{ isError: boolean }>;

/** Saves the draft and updates the page with the draft stored on the server. */
function useDraft(plan: FullPlan, reread: Reread) {
  const client = useQueryClient();
  const known = (data: FullPlan) => {
    client.setQueryData(queryOf('lending', 'getPlan', { id: plan.id }).queryKey, { data });
    void client.invalidateQueries({ queryKey: ['lending', 'listPlans'] });
    return data;
  };
  const save = async (fields: Values, version: number, { idempotencyKey }: Sending) => {
    const input = { ...fields, id: plan.id, ...(version > 0 && { version }) };
    try {
      const answer = await orNewer(api.lending.draftPlan(input, { idempotencyKey }), reread);
      return answer && versionsOf(known(answer.data)).making;
    } catch (error) {
      throw atField(error, { SLUG_TAKEN: 'slug', SLUG_FIXED: 'slug' });
    }
  };
  const handOver = async (version: number) => {
    const answer = await orNewer(api.lending.submitPlan({ id: plan.id, version }), reread);
    if (!answer) return;
    known(answer.data);
    void client.invalidateQueries({ queryKey: ['tasks'] });
    toast('已送交覆核');
  };
  return { save, handOver };
}

/** Deletes a draft, and the plan too if it has no other version. */
function DropDraft({
  plan,
  making,
  onDropped,
}: {
  plan: FullPlan;
  making: PlanVersion;
  onDropped: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isOnly = plan.versions.length === 1;
  const drop = async () => {
    await api.lending.dropPlanDraft({ id: plan.id, version: making.version });
    toast('已捨棄草稿');
    if (isOnly) {
      // The plan was deleted together with its only draft, so reloading it would fail.
      await client.invalidateQueries({ queryKey: ['lending', 'listPlans'] });
      return navigate(paths.plans(), deleted);
    }
    onDropped();
    await client.invalidateQueries({ queryKey: ['lending'] });
  };
  return (
    <RemoveButton
      title="捨棄這份草稿？"
      text={isOnly ? '這個方案還沒有其他版本，會一併移除。' : '現行版本不受影響。'}
      verb="捨棄草稿"
      onRemove={drop}
    />
  );
}

export function PlanDraft({
  plan,
  making,
  platform,
  reread,
  aside,
  onDropped,
}: {
  plan: FullPlan;
  making: PlanVersion | null;
  platform: PlatformNumbers;
  reread: Reread;
  aside: ReactNode;
  /** Called after the draft was deleted, so that the version in force is shown again. */
  onDropped: () => void;
}) {
  const form = useZodForm(planVersionSchema, startOf(plan));
  const { isDirty } = form.formState;
  const drafting = useDrafting({ making, form, fieldsOf, ...useDraft(plan, reread) });
  const { newer, edition, keep, take, onSubmitting } = drafting;
  return (
    <EditorFrame
      form={form}
      label="新版本"
      onSubmit={drafting.submit}
      notice={making?.state === 'returned' && <ReturnedAlert version={making} />}
      newer={
        newer && {
          by: newer.maker,
          look: <PlanFacts version={newer} />,
          onKeep: keep,
          onTake: take,
        }
      }
      main={
        <Fragment key={edition}>
          <OfferFields isSlugFixed={plan.isSlugFixed} />
          <TermFields />
          <WordFields />
          <SaveBar onIntend={() => onSubmitting(false)} />
        </Fragment>
      }
      side={
        <>
          <DraftActs isDirty={isDirty} isSaved={drafting.isSaved} onSubmitting={onSubmitting}>
            <PlanPreviewButton />
          </DraftActs>
          <LivePlan {...platform} />
          <PlanKeys figures={platform.figures} />
          {aside}
          {making && <DropDraft plan={plan} making={making} onDropped={onDropped} />}
        </>
      }
    />
  );
}

export function NewPlanForm({
  plans,
  platform,
  onDone,
}: {
  plans: readonly PlanRow[];
  platform: PlatformNumbers;
  onDone: (plan: FullPlan) => Promise<void>;
}) {
  const form = useZodForm(planVersionSchema, blankPlan(plans));
  useTypedForm(form);
  const create = async (values: Values, { idempotencyKey }: Sending) => {
    try {
      await onDone((await api.lending.createPlan(values, { idempotencyKey })).data);
    } catch (error) {
      throw atField(error, { SLUG_TAKEN: 'slug' });
    }
  };
  return (
    <EditorFrame
      form={form}
      label="新方案"
      onSubmit={create}
      main={
        <>
          <OfferFields isSlugFixed={false} />
          <TermFields />
          <WordFields />
          <SaveBar />
        </>
      }
      side={
        <>
          <SaveActs isDirty={form.formState.isDirty} isSaved={false}>
            <PlanPreviewButton />
          </SaveActs>
          <LivePlan {...platform} />
          <PlanKeys figures={platform.figures} />
        </>
      }
    />
  );
}
