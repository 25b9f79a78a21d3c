// List of operators: their roles, since when, and the actions of an admin.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { operatorList } from '#contract/identity/lists.ts';
import { roleText } from '#contract/core/endpoint.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { emailSchema } from '#contract/identity/calls.ts';
import { type ListedOperator, operatorStates, setupHours } from '#contract/identity/operators.ts';
import { atField } from '../../form/at-field.ts';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { api, queryOf } from '../../office/api.ts';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { useOperator } from '../../office/operator.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { OperatorActs, RolesField, rolesShape } from './OperatorActs.tsx';
import { operatorWords } from '#contract/identity/words.ts';
import { limitSubjects, limitText } from '#contract/tasks/limits.ts';

const schema = z.object({
  email: emailSchema,
  name: z.string().trim().min(1).min(2, '姓名至少 2 個字').max(40),
  roles: rolesShape,
});

function InviteForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useZodForm(schema, { email: '', name: '', roles: [] });
  return (
    <Form
      form={form}
      label="邀請同仁"
      onSubmit={async (values, { idempotencyKey }) => {
        try {
          await api.identity.inviteOperator(values, { idempotencyKey });
        } catch (error) {
          throw atField(error, { OPERATOR_EXISTS: 'email', OPERATOR_DOMAIN: 'email' });
        }
        onClose();
        toast('已提出邀請，待另一位管理同仁核可');
        await client.invalidateQueries({ queryKey: ['identity'] });
      }}
    >
      <p>另一位管理同仁核可後，會寄出 {setupHours} 小時內有效的連結，請對方設定密碼與驗證器。</p>
      <TextField
        name="email"
        label="電子郵件"
        type="email"
        inputMode="email"
        autoComplete="off"
        normalise="halfWidth"
        spellCheck={false}
      />
      <TextField name="name" label="姓名" autoComplete="off" />
      <RolesField />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>取消</Button>
        <SubmitButton look="primary">提出邀請</SubmitButton>
      </div>
    </Form>
  );
}

function Invite() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="primary"
        icon={<UserPlus size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        邀請同仁
      </Button>
      <Dialog open={open} onClose={close} title="邀請同仁">
        <InviteForm onClose={close} />
      </Dialog>
    </>
  );
}

function State({ operator }: { operator: ListedOperator }) {
  const { held, setupUntil, state, taskId } = operator;
  const { text, tone } = operatorWords[state];
  const waits = state === 'invited' || state === 'totp';
  return (
    <>
      <Tag tone={tone}>{text}</Tag>
      {taskId !== null && (
        <p className="text-sm">
          <Link
            className="link"
            to={paths.task(taskId)}
            aria-label={`異動待核可：${operator.name}`}
          >
            異動待核可
          </Link>
        </p>
      )}
      {held !== null && (
        <p className="text-sm text-ink-3">
          {held.roles.map((role) => roleText[role]).join('・')}自 <DateText at={held.until} /> 生效
        </p>
      )}
      {waits && (
        <p className="text-sm text-ink-3">
          {setupUntil ? (
            <>
              連結有效至 <DateText at={setupUntil} />
            </>
          ) : (
            '連結已過期'
          )}
        </p>
      )}
    </>
  );
}

/** The roles, and below them the limits of what the operator approves, if there are any. */
function Roles({ operator: { roles, limits } }: { operator: ListedOperator }) {
  return (
    <>
      {roles.map((role) => roleText[role]).join('・')}
      {limitSubjects.map(
        (subject) =>
          limits[subject] !== null && (
            <p key={subject} className="text-sm text-ink-3">
              {limitText[subject]}至 <Money amount={limits[subject]} />
            </p>
          ),
      )}
    </>
  );
}

const columnsFor = (own: string | undefined) =>
  columnsOf(operatorList, {
    name: {
      head: true,
      cell: ({ name, email }) => (
        <>
          {name}
          <p className="text-sm font-normal wrap-anywhere md:wrap-break-word text-ink-3">{email}</p>
        </>
      ),
    },
    roles: { cell: (operator) => <Roles operator={operator} /> },
    state: { cell: (operator) => <State operator={operator} /> },
    lastLoginAt: {
      cell: ({ id, lastLoginAt }) =>
        lastLoginAt ? (
          <Link className="link" to={paths.signIns(id)}>
            <DateText at={lastLoginAt} />
          </Link>
        ) : (
          '從未登入'
        ),
    },
    sessions: {},
    acts: {
      cell: (operator) =>
        operator.id === own ? (
          <span className="text-sm break-normal text-ink-3">您的帳號由其他管理同仁操作</span>
        ) : (
          <OperatorActs operator={operator} />
        ),
    },
  });

export function OperatorsPage() {
  const url = useListUrl();
  const own = useOperator().data?.data.id;
  const state = url.one('state', operatorStates);
  const input = { ...(state && { state }), ...url.asks };
  const list = useQuery({
    ...queryOf('identity', 'listOperators', input),
    placeholderData: keepPreviousData,
  });
  const links = operatorStates.map((value) => ({ value, text: operatorWords[value].text }));
  return (
    <ListPage
      title="同仁"
      acts={
        <>
          <TableButtons table={operatorList.tables.data} input={input} />
          <Invite />
        </>
      }
      query={list}
      none={{ title: '沒有這個狀態的同仁', hint: '請選擇其他狀態。' }}
      columns={columnsFor(own)}
      rowKey={(row) => row.id}
      pages={url}
    >
      <FilterLinks
        label="依狀態篩選"
        name="state"
        links={[{ text: '全部', value: undefined }, ...links]}
        chosen={state}
        url={url}
      />
    </ListPage>
  );
}
