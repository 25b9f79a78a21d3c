// Frame for changes after approval: what stays valid, what is pending, and the confirmation.
import { accountChangeText } from '#contract/verification/words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { Timeline, type Happening } from '../../ui/display/Timeline.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { WaitingChanges } from './WaitingChanges.tsx';
import '../verification.css';

const pages = {
  bank: {
    title: accountChangeText.bank.text,
    notice: '審核期間撥款與收款仍使用原帳戶',
    about: '核准 24 小時後新帳戶才會生效。申請與核准時，我們都會以電子郵件與簡訊通知您。',
    last: { title: '24 小時後生效', text: '生效前撥款與收款仍使用原帳戶。' },
  },
  id: {
    title: accountChangeText.id.text,
    notice: '審核期間仍使用原資料',
    about: '身分證字號不會變更。申請與核准時，我們都會以電子郵件與簡訊通知您。',
    last: { title: '結果通知', text: '核准後新的證件立即生效。' },
  },
} as const;

function Receipt({ kind }: { kind: 'bank' | 'id' }) {
  const items: Happening[] = [
    { title: '申請已送出', state: 'done', text: '我們已以電子郵件與簡訊通知您。' },
    { title: '人員審核', state: 'now', text: '約 1 個營業日，需要修正時會寫明原因。' },
    pages[kind].last,
  ];
  return (
    <Card as="section">
      <CardHead title="申請已送出">
        <Tag tone="progress">審核中</Tag>
      </CardHead>
      <Timeline items={items} />
      <div className="mt-4">
        <GoButton to={paths.profile()} look="primary">
          回到帳戶管理
        </GoButton>
      </div>
    </Card>
  );
}

/** `children` renders the form, which calls `onSent` once the change was submitted. */
export function AlterPage({
  kind,
  children,
}: {
  kind: 'bank' | 'id';
  children: (onSent: () => void) => ReactNode;
}) {
  const client = useQueryClient();
  const [sent, setSent] = useState(false);
  const { title, notice, about } = pages[kind];
  const finish = () => {
    setSent(true);
    void client.invalidateQueries({ queryKey: ['verification', 'accountChanges'] });
    window.scrollTo({ top: 0 });
  };
  return (
    <div className="container page">
      <Stack>
        <Go to={paths.profile()} className="link inline-flex items-center gap-2">
          <ArrowLeft size={16} aria-hidden="true" />
          帳戶管理
        </Go>
        <h1>{title}</h1>
        {sent ? (
          <Receipt kind={kind} />
        ) : (
          <>
            <WaitingChanges kind={kind} lead={false} />
            <Alert title={notice}>{about}</Alert>
            {children(finish)}
          </>
        )}
      </Stack>
    </div>
  );
}
