// One setting: value in force, next version, form for a new version, and history.
import { roleText } from '#contract/core/endpoint.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useParams } from 'react-router';
import { z } from 'zod';
import { formatRate } from '#contract/core/money.ts';
import { type RatesName, type RatesValue } from '#contract/settings/rates.ts';
import {
  changersOf,
  isListValue,
  isNumberName,
  isRatesName,
  isRatesValue,
  type ListItem,
  numberSettings,
  policiesOf,
  type SettingName,
  settingNames,
  settingOf,
} from '#contract/settings/values.ts';
import type { FullSetting } from '#contract/settings/calls.ts';
import { Link } from '../../office/links/Link.tsx';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { PageTitle } from '../../office/kit/PageTitle.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { api, queryOf } from '../../office/api.ts';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { Alert, EmptyState } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button, buttonShape } from '../../ui/Button.tsx';
import { Card, CardHead, type Fact, Facts, Tag } from '../../ui/display/Card.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { Changed } from './Changed.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { fromText, ratesIn, valueText } from './setting.ts';
import { Versions } from './Versions.tsx';

const back = { to: paths.settings(), text: '設定' };

/** Replaces the cached setting by the server's latest answer. */
function useKnown() {
  const client = useQueryClient();
  return (data: FullSetting) => {
    const { queryKey } = queryOf('settings', 'getSetting', { name: data.name });
    client.setQueryData(queryKey, { data });
    void client.invalidateQueries({ queryKey: ['settings', 'listSettings'] });
    void client.invalidateQueries({ queryKey: ['tasks'] });
  };
}

const withdrawal = z.object({ reason: z.string().trim().min(1, REQUIRED).max(500) });

function WithdrawForm({ setting, onDone }: { setting: FullSetting; onDone: () => void }) {
  const form = useZodForm(withdrawal);
  const known = useKnown();
  const { name, version } = setting;
  return (
    <Form
      form={form}
      label="撤回變更"
      onSubmit={async ({ reason }, { idempotencyKey }) => {
        const input = { name, version, reason };
        const { data } = await api.settings.withdrawSetting(input, { idempotencyKey });
        known(data);
        toast('已撤回，現行內容不變');
        onDone();
      }}
    >
      <p>現行內容不變；撤回的版本仍留在紀錄中。</p>
      <TextAreaField name="reason" label="原因" limit={500} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>返回</Button>
        <SubmitButton look="danger">確認撤回</SubmitButton>
      </div>
    </Form>
  );
}

function Coming({ setting, mayChange }: { setting: FullSetting; mayChange: boolean }) {
  const [open, setOpen] = useState(false);
  const { coming, name, taskId } = setting;
  if (!coming) return null;
  const waiting = coming.state === 'waiting';
  return (
    <Card as="section">
      <CardHead title="下一版" />
      <div className="grid gap-4">
        {waiting ? (
          <Alert tone="warn" title="等待另一位同仁覆核">
            核准後自 {fromText(coming)} 起適用；覆核前現行內容不變。
            {taskId !== null && (
              <Link className="link" to={paths.task(taskId)}>
                查看覆核工作
              </Link>
            )}
          </Alert>
        ) : (
          <Alert title={`${fromText(coming)} 起適用`} />
        )}
        <Facts
          facts={[
            {
              name: '變更',
              value: <Changed name={name} before={coming.before} after={coming.value} />,
            },
            { name: '經辦', value: coming.maker, note: <DateText at={coming.madeAt} /> },
            { name: '原因', value: coming.reason },
          ]}
        />
        {mayChange && (
          <p>
            <Button onClick={() => setOpen(true)}>撤回這一版</Button>
          </p>
        )}
      </div>
      {createPortal(
        <Dialog open={open} onClose={() => setOpen(false)} title="撤回尚未生效的變更">
          {open && <WithdrawForm setting={setting} onDone={() => setOpen(false)} />}
        </Dialog>,
        document.body,
      )}
    </Card>
  );
}

/** Shows the allowed range of a number setting; nothing for other settings. */
function rangeOf(name: SettingName): Fact[] {
  if (!isNumberName(name)) return [];
  const { min, max, unit } = numberSettings[name];
  return [{ name: '範圍', value: `${min} 至 ${max} ${unit}` }];
}

/** Policies that also state the number and therefore need a new version when it changes. */
function policyNote(name: SettingName): Fact[] {
  const policies = policiesOf(name);
  if (policies.length === 0) return [];
  const value = `${policies.join('、')}的條文也載明這個數字`;
  return [{ name: '政策', value, note: '請先公告同日生效的新版條文' }];
}

function Items({ items }: { items: readonly ListItem[] }) {
  return (
    <ol className="ps-[1.5em] list-decimal columns-[16rem]">
      {items.map(({ id, text, enabled }) => (
        <li key={id}>
          {text} {!enabled && <Tag>停用</Tag>}
        </li>
      ))}
    </ol>
  );
}

function Rates({ name, value }: { name: RatesName; value: RatesValue }) {
  return (
    <ul className="ps-[1.5em] list-decimal columns-[16rem]">
      {ratesIn(name, value).map(({ id, text, bps }) => (
        <li key={id}>
          {text} <span className="num">{formatRate(bps)}</span>
        </li>
      ))}
    </ul>
  );
}

/** How a change takes effect, and who has to agree to it. */
function howOf(name: SettingName): string {
  const of = settingOf(name);
  if (of.checked) return '另一位核准或管理同仁覆核後，自指定日期起適用';
  if (!('agreed' in of) || !of.agreed) return '儲存後立即或自指定日期起適用';
  return of.agreed.alone === 'lower'
    ? '調低儲存後立即適用；調高須另一位核准或管理同仁覆核'
    : '另一位核准或管理同仁覆核後立即或自指定日期起適用';
}

function Body({ setting, reread }: { setting: FullSetting; reread: () => Promise<unknown> }) {
  const { name, value, since } = setting;
  const { about } = settingOf(name);
  const known = useKnown();
  const roles = useOperator().data?.data.roles ?? [];
  const mayChange = changersOf(name).some((role) => roles.includes(role));
  return (
    <div className="grid gap-6">
      <Card as="section">
        <CardHead title="現行內容" />
        <Facts
          facts={[
            {
              name: '現行',
              value: <strong>{valueText(name, value)}</strong>,
              ...(isListValue(value) && { note: <Items items={value} /> }),
              ...(isRatesName(name) &&
                isRatesValue(value) && { note: <Rates name={name} value={value} /> }),
            },
            { name: '自', value: since ? <DateText at={since} /> : '開站以來未變更' },
            { name: '適用', value: about },
            ...rangeOf(name),
            ...policyNote(name),
            {
              name: '變更方式',
              value: howOf(name),
              note: `可變更的角色：${changersOf(name)
                .map((role) => roleText[role])
                .join('、')}`,
            },
          ]}
        />
      </Card>
      <Coming setting={setting} mayChange={mayChange} />
      {mayChange && !setting.coming && (
        <Card as="section">
          <CardHead title="變更" />
          <div className="max-w-[44rem]">
            <ChangeForm key={setting.version} setting={setting} onDone={known} reread={reread} />
          </div>
        </Card>
      )}
      {!mayChange && <Alert>您可以查看這項設定；變更請洽管理同仁。</Alert>}
      <Versions setting={setting} />
    </div>
  );
}

function OneSetting({ name }: { name: SettingName }) {
  const query = useQuery(queryOf('settings', 'getSetting', { name }));
  return (
    <>
      <DetailHead back={back} title={settingOf(name).text} />
      <Answered query={query} what="這項設定">
        {({ data }) => <Body setting={data} reread={() => query.refetch()} />}
      </Answered>
    </>
  );
}

export function SettingPage() {
  const { name = '' } = useParams();
  const known = settingNames.find((one) => one === name);
  if (known) return <OneSetting key={known} name={known} />;
  return (
    <>
      <PageTitle>找不到這項設定</PageTitle>
      <EmptyState
        level="h1"
        title="找不到這項設定"
        actions={
          <Link to={back.to} {...buttonShape()}>
            回設定
          </Link>
        }
      />
    </>
  );
}
