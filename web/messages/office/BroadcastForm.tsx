// Editor of a broadcast: text, audience with a live count, and time of sending.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import {
  audienceGroups,
  audienceGroupText,
  type Broadcast,
  broadcastCategories,
  broadcastCategoryText,
} from '#contract/messages/broadcasts.ts';
import { BODY_MAX, TITLE_MAX } from '#contract/core/wording.ts';
import { ActButton } from '../../office/editing/ActButton.tsx';
import { useTypedForm } from '../../office/editing/typed.ts';
import { EditorFrame } from '../../office/editing/EditorFrame.tsx';
import { instantOf, localOf } from '../../office/editing/editing.ts';
import { Bind, TextField } from '../../form/fields.tsx';
import { SelectField, TextAreaField } from '../../form/select-fields.tsx';
import { useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api, queryOf } from '../../office/api.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { now } from '../../ui/clock.ts';
import { formatNumber } from '../../ui/format.ts';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { stageText } from '#contract/verification/words.ts';

const schema = z.object({
  title: z.string().trim().min(1, REQUIRED).max(TITLE_MAX),
  body: z.string().trim().min(1, REQUIRED).max(BODY_MAX),
  link: z.string().regex(/^\/(?![/\\])[\w\-./?=&%]{0,200}$/, '請填站內路徑，例如 /investment'),
  category: z.enum(broadcastCategories),
  group: z.enum(audienceGroups),
  stageMin: z.coerce.number(),
  stageMax: z.coerce.number(),
  plan: z.string().optional(),
  sendAt: z.string().min(1, REQUIRED),
});
type Values = z.output<typeof schema>;

const audienceOf = ({ group, stageMin, stageMax, plan }: Values) => ({
  group,
  stageMin: Number(stageMin),
  stageMax: Number(stageMax),
  ...(plan && { plan }),
});

function startOf(made: Broadcast | null): z.input<typeof schema> {
  const { group = 'all', stageMin = 0, stageMax = 4, plan = '' } = made?.audience ?? {};
  return {
    title: made?.title ?? '',
    body: made?.body ?? '',
    link: made?.link ?? '/account/notification',
    category: made?.category ?? 'other',
    group,
    stageMin: String(stageMin),
    stageMax: String(stageMax),
    plan,
    sendAt: localOf(made ? Date.parse(made.sendAt) : now()),
  };
}

/** Number of recipients for the current audience, requested again after each change. */
function Reach() {
  const values = useWatch() as Values;
  const { category } = values;
  const query = useQuery({
    ...queryOf('messages', 'countAudience', { audience: audienceOf(values), category }),
    placeholderData: keepPreviousData,
  });
  const counts = query.data?.data;
  const shown = (count: number | undefined) => (count === undefined ? '…' : formatNumber(count));
  return (
    <Card as="section">
      <CardHead title="會寄給" />
      <div aria-live="polite">
        <p className="mb-3 text-h2 font-bold">
          <span className="num">{shown(counts?.members)}</span> 位會員
        </p>
        <Facts
          facts={[
            { name: '站內通知', value: `${shown(counts?.members)} 則` },
            { name: '電子郵件', value: `${shown(counts?.mails)} 封` },
            { name: '簡訊', value: `${shown(counts?.texts)} 則` },
          ]}
        />
      </div>
      <p className="field-hint mt-3">
        電子郵件與簡訊依會員的通知設定寄送；已關閉的帳戶與未驗證電子郵件的會員不會收到。實際人數以寄送時為準。
      </p>
      {query.isLoadingError && <Alert tone="danger" title="人數計算失敗，請稍後再試" />}
    </Card>
  );
}

const options = (texts: Record<string, string>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
const stages = stageText.map((label, stage) => ({ value: String(stage), label }));

function AudienceFields() {
  const plans = useQuery(queryOf('messages', 'audiencePlans', {})).data?.data ?? [];
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 text-h3 font-bold">對象</legend>
      <SelectField
        name="group"
        label="會員"
        placeholder={null}
        options={options(audienceGroupText)}
      />
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <SelectField name="stageMin" label="驗證進度至少" placeholder={null} options={stages} />
        <SelectField name="stageMax" label="驗證進度至多" placeholder={null} options={stages} />
      </div>
      <SelectField
        name="plan"
        label="申貸方案"
        placeholder="不限"
        options={plans.map(({ slug, name }) => ({ value: slug, label: `${name}（進行中的案件）` }))}
      />
    </fieldset>
  );
}

function MessageFields() {
  return (
    <Card as="section">
      <div className="grid gap-5">
        <TextField name="title" label="標題" maxLength={TITLE_MAX} autoComplete="off" />
        <TextAreaField
          name="body"
          label="內文"
          limit={BODY_MAX}
          hint="純文字；只能放本平台的網址，電話請用 {{servicePhone}}，其他 6 位以上的數字不能直接寫"
        />
        <TextField name="link" label="「立即前往」連到" hint="站內路徑，例如 /investment" />
        <SelectField
          name="category"
          label="分類"
          placeholder={null}
          options={options(broadcastCategoryText)}
          hint="依會員對這一類通知的設定寄送電子郵件與簡訊"
        />
        <Bind name="sendAt" label="寄送時間" verb="選擇" hint="核准時已過，則核准後立即開始">
          {(field) => <TextInput {...field} type="datetime-local" value={field.value ?? ''} />}
        </Bind>
      </div>
    </Card>
  );
}

export function BroadcastForm({ made }: { made: Broadcast | null }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useZodForm(schema, startOf(made));
  useTypedForm(form);
  const hands = useRef(false);
  return (
    <EditorFrame
      form={form}
      label="群發內容"
      onSubmit={async (values, { idempotencyKey }) => {
        const { title, body, link, category, sendAt } = values;
        const input = { title, body, link, category, audience: audienceOf(values) };
        const { data } = await api.messages.saveBroadcast(
          { ...input, sendAt: instantOf(sendAt), ...(made && { id: made.id }) },
          { idempotencyKey },
        );
        form.reset(form.getValues());
        if (hands.current) await api.messages.submitBroadcast({ id: data.id });
        toast(hands.current ? '已送交覆核' : '已儲存草稿');
        await client.invalidateQueries({ queryKey: ['messages'] });
        await navigate(paths.broadcast(data.id), { replace: true });
      }}
      main={
        <>
          <MessageFields />
          <Card as="section">
            <AudienceFields />
          </Card>
        </>
      }
      side={
        <>
          <Reach />
          <Card as="section" className="office-acts">
            <CardHead title="儲存與送出" />
            <div className="grid gap-3">
              <ActButton look="primary" onIntend={() => (hands.current = false)}>
                儲存草稿
              </ActButton>
              <ActButton onIntend={() => (hands.current = true)}>儲存並送交覆核</ActButton>
              <p className="field-hint">由另一位同仁在待辦中覆核後才會寄出。</p>
            </div>
          </Card>
        </>
      }
    />
  );
}
