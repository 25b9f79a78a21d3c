// Parts that all versioned editors share: beginning a version, saving, submitting, and its waiting
// and returned states.
import type { ReactNode } from 'react';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { Link } from '../links/Link.tsx';
import * as paths from '../paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { ActButton } from './ActButton.tsx';

type Version = {
  number: number;
  maker: string | null;
  checker: string | null;
  reason: string | null;
  effectiveOn: string;
};

export function BeginCard({ children, onBegin }: { children: ReactNode; onBegin: () => void }) {
  return (
    <Card as="section">
      <CardHead title="新版本" />
      <p className="mb-4 text-ink-2">{children}</p>
      <Button look="primary" onClick={onBegin}>
        開始新版本
      </Button>
    </Card>
  );
}

export function DraftActs({
  isDirty,
  isSaved,
  onSubmitting,
  children,
}: {
  isDirty: boolean;
  isSaved: boolean;
  /**
   * Called before the form is submitted, with whether the version is also submitted to a second
   * person.
   */
  onSubmitting: (handsOver: boolean) => void;
  /** Links to preview the version before it is submitted. */
  children: ReactNode;
}) {
  return (
    <Card as="section" className="office-acts">
      <CardHead title="儲存與送出">
        {isDirty ? <Tag tone="attention">尚未儲存</Tag> : isSaved && <Tag tone="done">已儲存</Tag>}
      </CardHead>
      <div className="grid gap-3">
        <ActButton look="primary" onIntend={() => onSubmitting(false)}>
          儲存草稿
        </ActButton>
        {children}
        <ActButton onIntend={() => onSubmitting(true)}>儲存並送交覆核</ActButton>
        <p className="field-hint">由另一位同仁在待辦中覆核；核准後不能再修改。</p>
      </div>
    </Card>
  );
}

export function WaitingAlert({ making, kind }: { making: Version; kind: TaskKind }) {
  return (
    <Alert title={`第 ${making.number} 版等待另一位同仁覆核`}>
      <p>
        由 {making.maker ?? '同仁'} 送出，核准後於 <DateText at={making.effectiveOn} />{' '}
        生效。覆核前不能修改；需要修改時，請覆核的同仁退回。
      </p>
      <p className="mt-2">
        <Link className="link" to={paths.inbox({ kind })}>
          到待辦覆核
        </Link>
      </p>
    </Alert>
  );
}

export function ReturnedAlert({ version }: { version: Version }) {
  return (
    <div className="office-editor-wide">
      <Alert tone="warn" title={`${version.checker ?? '覆核的同仁'}退回了這一版`}>
        原因：{version.reason}
      </Alert>
    </div>
  );
}
