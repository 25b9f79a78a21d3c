// Form for the next version of a policy, submitted to a second person.
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { policyCategories } from '#contract/content/shapes.ts';
import { atField } from '../../../form/at-field.ts';
import { Bind, TextField } from '../../../form/fields.tsx';
import { SelectField, TextAreaField } from '../../../form/select-fields.tsx';
import { useZodForm, type Sending } from '../../../form/Form.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { ActButton } from '../../../office/editing/ActButton.tsx';
import { Compared } from '../ComparedCard.tsx';
import { orNewer } from '../../../office/editing/editing.ts';
import {
  fieldsOf,
  newPolicySchema,
  proposedDay,
  versionSchema,
  versionsOf,
  type FullPolicy,
  type PolicyVersion,
} from './policy.ts';
import { CleanedText } from '../article/Rendered.tsx';
import { RichTextField } from '../rich-text/RichTextField.tsx';
import { SaveBar } from '../../../office/editing/SaveBar.tsx';
import { useTypedForm } from '../../../office/editing/typed.ts';
import { useDrafting } from '../../../office/editing/use-drafting.ts';
import { DraftActs, ReturnedAlert } from '../../../office/editing/VersionParts.tsx';
import { EditorFrame } from '../../../office/editing/EditorFrame.tsx';

type Fields = ReturnType<typeof fieldsOf>;
const fixed = '條文固定於這一版，數字請直接寫出；日後調整時另立新版本';

function Words({ edition }: { edition: number }) {
  return (
    <>
      <TextField name="title" label="名稱" maxLength={40} autoComplete="off" />
      <TextAreaField
        name="summary"
        label="本版重點"
        limit={200}
        hint="與前版的差異，會員在版本列表會看到"
      />
      <Bind name="effectiveOn" label="生效日" hint="台北時間當日 0 時起適用" verb="選擇">
        {(field) => <TextInput {...field} type="date" value={field.value ?? ''} />}
      </Bind>
      <RichTextField name="body" label="內文" hint={fixed} edition={edition} />
    </>
  );
}

/** Compares the form's text with the version in force. */
function CompareButton({ policyId }: { policyId: string }) {
  const { getValues } = useFormContext();
  const [body, setBody] = useState<string | null>(null);
  return (
    <>
      <Button wide onClick={() => setBody(String(getValues('body') ?? ''))}>
        與現行版本比較
      </Button>
      {createPortal(
        <Dialog
          open={body !== null}
          onClose={() => setBody(null)}
          title="與現行版本的差異"
          size="lg"
        >
          {body !== null && <Compared policyId={policyId} body={body} />}
        </Dialog>,
        document.body,
      )}
    </>
  );
}

/** Saves the draft and passes the server's version to the page. */
function useDraft(policy: FullPolicy, reread: () => Promise<{ isError: boolean }>) {
  const client = useQueryClient();
  const known = (data: FullPolicy) => {
    client.setQueryData(queryOf('content', 'getPolicy', { id: policy.id }).queryKey, { data });
    void client.invalidateQueries({ queryKey: ['content', 'listPolicies'] });
    return data;
  };
  const draft = async (fields: Fields, version: number, { idempotencyKey }: Sending) => {
    const input = { ...fields, id: policy.id, ...(version > 0 && { version }) };
    const answer = await orNewer(api.content.draftPolicy(input, { idempotencyKey }), reread);
    return answer && known(answer.data);
  };
  const handOver = async (version: number) => {
    const call = api.content.submitPolicy({ id: policy.id, version });
    const answer = await orNewer(call, reread);
    if (!answer) return;
    known(answer.data);
    void client.invalidateQueries({ queryKey: ['tasks'] });
    toast('已送交覆核');
  };
  return { draft, handOver };
}

/** Returns the existing draft, or else the text in force, with which the next version begins. */
function startOf(policy: FullPolicy): Fields {
  const { making, current } = versionsOf(policy);
  if (making) return fieldsOf(making);
  const { title } = policy;
  return { title, summary: '', effectiveOn: proposedDay(), body: current?.body ?? '' };
}

export function PolicyDraft({
  policy,
  making,
  reread,
  aside,
}: {
  policy: FullPolicy;
  making: PolicyVersion | null;
  reread: () => Promise<{ isError: boolean }>;
  aside: ReactNode;
}) {
  const form = useZodForm(versionSchema, startOf(policy));
  const { draft, handOver } = useDraft(policy, reread);
  const save = async (values: Fields, version: number, sending: Sending) => {
    const saved = await draft(values, version, sending);
    return saved ? versionsOf(saved).making : null;
  };
  const { newer, edition, isSaved, keep, take, onSubmitting, submit } = useDrafting({
    making,
    form,
    fieldsOf,
    save,
    handOver,
  });
  return (
    <EditorFrame
      form={form}
      label="新版本"
      onSubmit={submit}
      notice={making?.state === 'returned' && <ReturnedAlert version={making} />}
      newer={
        newer && {
          by: newer.maker,
          look: <CleanedText html={newer.body} />,
          onKeep: keep,
          onTake: take,
        }
      }
      main={
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Words edition={edition} />
          <SaveBar onIntend={() => onSubmitting(false)} />
        </div>
      }
      side={
        <>
          <DraftActs isDirty={form.formState.isDirty} isSaved={isSaved} onSubmitting={onSubmitting}>
            <CompareButton policyId={policy.id} />
          </DraftActs>
          {aside}
        </>
      }
    />
  );
}

export function NewPolicyForm({ onDone }: { onDone: (policy: FullPolicy) => Promise<void> }) {
  const form = useZodForm(newPolicySchema, {
    title: '',
    summary: '',
    body: '',
    slug: '',
    category: policyCategories[0],
    effectiveOn: proposedDay(),
  });
  const edition = useTypedForm(form);
  return (
    <EditorFrame
      form={form}
      label="新政策"
      onSubmit={async (values, { idempotencyKey }) => {
        try {
          const { data } = await api.content.createPolicy(values, { idempotencyKey });
          await onDone(data);
        } catch (error) {
          throw atField(error, { SLUG_TAKEN: 'slug' });
        }
      }}
      main={
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Words edition={edition} />
          <SaveBar />
        </div>
      }
      side={
        <Card as="section" className="office-acts">
          <CardHead title="設定" />
          <div className="grid gap-6">
            <SelectField
              name="category"
              label="分類"
              options={policyCategories.map((value) => ({ value, label: value }))}
            />
            <TextField
              name="slug"
              label="網址代號"
              hint="小寫英文、數字與連字號，例如 terms；儲存後不能改"
              maxLength={60}
              autoComplete="off"
              normalise="halfWidth"
            />
            <ActButton look="primary" onIntend={() => {}}>
              儲存草稿
            </ActButton>
          </div>
        </Card>
      }
    />
  );
}
