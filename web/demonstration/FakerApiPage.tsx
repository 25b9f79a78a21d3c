// The demonstration's mails and text messages, and a form that simulates payments at a bank.
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { z } from 'zod';
import { channelText } from '#contract/core/wording.ts';
import { moneySchema } from '#contract/core/wire.ts';
import type { Answer } from '../api.ts';
import { TextField } from '../form/fields.tsx';
import { DigitsField, MoneyField } from '../form/number-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { queryOf } from '../site/kit/api.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { titleOf } from '../site/kit/brand.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { Go } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Alert, EmptyState, ErrorState, Loading, SkeletonLines } from '../ui/display/Alert.tsx';
import { Ago } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Accordion, Card, CardHead, Tag } from '../ui/display/Card.tsx';
import { Field } from '../ui/fields/Field.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import { DebitAnswers } from './DebitAnswers.tsx';
import { demonstrationOnly } from './demonstration-only.ts';
import '../site/members.css';

export const loader = demonstrationOnly;
export const meta = () => [
  { title: titleOf('示範信箱與銀行') },
  { name: 'robots', content: 'noindex, nofollow' },
];

const transfer = z.object({
  virtualAccount: z
    .string()
    .min(1)
    .regex(/^\d{14}$/, '虛擬帳號為 14 碼數字'),
  amount: moneySchema.refine((amount) => amount > 0, '請輸入金額'),
  fromBank: z.string().optional(),
  fromAccount: z.string().optional(),
  fromName: z.string().optional(),
});

function Counter() {
  const form = useZodForm(transfer);
  const [paid, setPaid] = useState<{ seq: string; matched: boolean } | null>(null);
  return (
    <Card as="section">
      <CardHead title="示範銀行櫃台" />
      <p className="mb-4 text-sm text-ink-3">
        把訂單或申貸案的虛擬帳號貼在這裡，就像從網路銀行轉帳。不填轉出帳號時，視為 ATM 現金存款。
      </p>
      <Form
        form={form}
        label="轉帳到虛擬帳號"
        onSubmit={async (values) => {
          setPaid(null);
          setPaid((await deferredApi.demonstration.bankTransfer(values)).data);
        }}
      >
        <div className="grid gap-x-6 md:grid-cols-2">
          <DigitsField name="virtualAccount" label="虛擬帳號" maxDigits={14} groupBy={4} />
          <MoneyField name="amount" label="金額" />
          <DigitsField name="fromBank" label="轉出銀行代碼" maxDigits={3} optional />
          <DigitsField name="fromAccount" label="轉出帳號" maxDigits={16} groupBy={4} optional />
          <TextField name="fromName" label="轉出戶名" maxLength={60} optional />
        </div>
        <SubmitButton look="primary">轉帳</SubmitButton>
      </Form>
      {paid && (
        <div className="mt-4">
          <Alert live tone={paid.matched ? 'ok' : 'warn'} title={`交易序號 ${paid.seq}`}>
            {paid.matched
              ? '款項已通知平台，約 1 秒內入帳。'
              : '這個虛擬帳號沒有對應的訂單或申貸案，款項會留在待查。'}
          </Alert>
        </div>
      )}
    </Card>
  );
}

type Message = Answer<SiteCalls['demonstration']['outbox']>['data'][number];

/**
 * Returns the path of a link. Mails contain the site's public address, of which the path is enough
 * to open the link on this site.
 */
const pathOf = (link: string) => link.replace(/^https?:\/\/[^/]+/, '') || '/';

function MessageRow({ message }: { message: Message }) {
  return (
    <li>
      <Accordion
        title={
          <span className="grid min-w-0 gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <Tag tone={message.channel === 'email' ? 'neutral' : 'info'}>
                {channelText[message.channel]}
              </Tag>
              <b>{message.subject ?? message.text.split('\n')[0]}</b>
            </span>
            <span className="text-sm font-normal text-ink-3">
              <span className="break-all">{message.to}</span>　<Ago at={message.at} />
            </span>
          </span>
        }
      >
        <p className="whitespace-pre-line break-words">{message.text}</p>
        {message.links.slice(0, 1).map((link) => (
          <a key={link} className="link mt-2 inline-block" href={pathOf(link)}>
            開啟信中連結
          </a>
        ))}
      </Accordion>
    </li>
  );
}

/** Number of messages shown at first, and the number added by each press of the button for more. */
const STEP = 20;

function Post() {
  const [shown, setShown] = useState(STEP);
  const [typed, setTyped] = useState('');
  const to = useDeferredValue(typed.trim());
  const id = useId();
  const outbox = useQuery({
    ...queryOf('demonstration', 'outbox', to ? { to } : {}),
    refetchInterval: 5000,
    staleTime: 0,
  });
  const found = outbox.data?.data;
  return (
    <Card as="section">
      <CardHead title="示範信箱">
        <Button size="sm" onClick={() => void outbox.refetch()}>
          重新整理
        </Button>
      </CardHead>
      <Field id={id} label="收件人" hint="電子郵件或手機號碼，需完整輸入；留白則顯示最近 100 則">
        <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      {outbox.isPending && (
        <Loading>
          <SkeletonLines lines={8} />
        </Loading>
      )}
      {outbox.isLoadingError && (
        <ErrorState title="暫時無法載入" onRetry={() => void outbox.refetch()} />
      )}
      {found?.length === 0 && <EmptyState title="沒有寄出任何信件、簡訊或推播" />}
      <ul>
        {found?.slice(0, shown).map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </ul>
      {found && found.length > shown && (
        <Button wide onClick={() => setShown(shown + STEP)}>
          顯示更多
        </Button>
      )}
    </Card>
  );
}

export default function FakerApiPage() {
  return (
    <div className="container page grid gap-6">
      <h1 className="max-md:pt-4">示範信箱與銀行櫃台</h1>
      <Alert title="這裡只在示範環境出現">
        平台寄出的信件、簡訊與推播都會留在這裡，不會真的寄出。切換身分或日期請到
        <Go to={paths.faker()}>示範帳號與日期</Go>。程式可用的 API 見
        <Go to={paths.apiDocs()}>開發者文件</Go>。
      </Alert>
      <Counter />
      <DebitAnswers />
      <Post />
    </div>
  );
}
