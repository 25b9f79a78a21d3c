// List of partners' applications: who connected them, registering one, and ending one.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { partnerList } from '#contract/identity/lists.ts';
import {
  type Partner,
  partnerNameSchema,
  partnerStates,
  redirectUriSchema,
} from '#contract/identity/partners.ts';
import { scopes } from '#contract/identity/scopes.ts';
import { partnerWords } from '#contract/identity/words.ts';
import { Link } from '../../office/links/Link.tsx';
import { CheckboxListField } from '../../form/choice-fields.tsx';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api, queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { scopeChoices } from '../api/scope-choices.tsx';
import { ReasonDialog } from '../../office/kit/ReasonDialog.tsx';
import { RedirectUris } from './RedirectUri.tsx';

const linesOf = (text: string) => text.split(/\s+/).filter((line) => line !== '');
const NOT_AN_ADDRESS =
  '每行一個 https 網址、本機位址或 App 專用的位址，不含 #；非英文的網域請寫成 xn-- 開頭的形式';
const schema = z.object({
  name: partnerNameSchema,
  redirectUris: z
    .string()
    .trim()
    .min(1, REQUIRED)
    .refine(
      (text) => linesOf(text).every((line) => redirectUriSchema.safeParse(line).success),
      NOT_AN_ADDRESS,
    ),
  scopes: z.array(z.enum(scopes)).min(1, REQUIRED),
});

function ProposeForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useZodForm(schema, { name: '', redirectUris: '', scopes: [] });
  return (
    <Form
      form={form}
      label="登記應用程式"
      onSubmit={async ({ redirectUris, ...given }, { idempotencyKey }) => {
        const input = { ...given, redirectUris: linesOf(redirectUris) };
        await api.identity.proposePartner(input, { idempotencyKey });
        onClose();
        toast('已提出登記，待另一位管理同仁核可');
        await client.invalidateQueries({ queryKey: ['identity'] });
      }}
    >
      <p>另一位管理同仁核可後，會員才能連結。網址與權限登記後不能更改，需要時請重新登記。</p>
      <TextField name="name" label="名稱" hint="會員在同意頁看到的名稱" autoComplete="off" />
      <TextAreaField
        name="redirectUris"
        label="回傳網址"
        hint="會員同意後前往的網址，每行一個，須完全相符"
      />
      <CheckboxListField name="scopes" label="最多可要求的權限" choices={scopeChoices} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>取消</Button>
        <SubmitButton look="primary">提出登記</SubmitButton>
      </div>
    </Form>
  );
}

function Propose() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="primary"
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        登記應用程式
      </Button>
      <Dialog open={open} onClose={close} title="登記應用程式">
        <ProposeForm onClose={close} />
      </Dialog>
    </>
  );
}

function End({ partner: { id, name, members } }: { partner: Partner }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-label={`停用：${name}`} onClick={() => setOpen(true)}>
        停用
      </Button>
      {open && (
        <ReasonDialog
          open
          onClose={() => setOpen(false)}
          refresh="identity"
          title={`停用「${name}」`}
          about={`立即生效且無法復原：${members} 位會員的連結都會撤銷，並收到通知。`}
          button="停用"
          look="danger"
          done="已停用應用程式"
          onAct={({ reason, idempotencyKey }) =>
            api.identity.endPartner({ id, reason }, { idempotencyKey })
          }
        />
      )}
    </>
  );
}

function State({ partner: { name, state, taskId } }: { partner: Partner }) {
  const { text, tone } = partnerWords[state];
  return (
    <>
      <Tag tone={tone}>{text}</Tag>
      {taskId !== null && (
        <p className="text-sm">
          <Link className="link" to={paths.task(taskId)} aria-label={`前往核可：${name}`}>
            前往核可
          </Link>
        </p>
      )}
    </>
  );
}

const columnsFor = (mayAct: boolean) =>
  columnsOf(partnerList, {
    name: {
      head: true,
      cell: ({ name, clientId }) => (
        <>
          {name}
          <p className="num text-sm font-normal wrap-anywhere text-ink-3">{clientId}</p>
        </>
      ),
    },
    redirectUris: {
      cell: ({ redirectUris }) => <RedirectUris uris={redirectUris} />,
    },
    scopes: {},
    members: {},
    state: { cell: (partner) => <State partner={partner} /> },
    createdAt: {},
    ...(mayAct && {
      acts: {
        cell: (partner: Partner) => (partner.state === 'ended' ? null : <End partner={partner} />),
      },
    }),
  });

export function PartnersPage() {
  const url = useListUrl();
  const isAdmin = useOperator().data?.data.roles.includes('admin') ?? false;
  const state = url.one('state', partnerStates);
  const input = { ...(state && { state }), ...url.asks };
  const list = useQuery({
    ...queryOf('identity', 'listPartners', input),
    placeholderData: keepPreviousData,
  });
  const links = partnerStates.map((value) => ({ value, text: partnerWords[value].text }));
  return (
    <ListPage
      title="合作應用程式"
      acts={
        <>
          <TableButtons table={partnerList.tables.data} input={input} />
          {isAdmin && <Propose />}
        </>
      }
      query={list}
      none={{
        title: state ? '沒有這個狀態的應用程式' : '還沒有應用程式',
        hint: '登記後，會員就能把它連結到自己的帳戶。',
      }}
      columns={columnsFor(isAdmin)}
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
