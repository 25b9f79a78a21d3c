// The card that saves what changes at once, with whether it is saved.
import type { ReactNode } from 'react';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { ActButton } from './ActButton.tsx';

export function SaveActs({
  isDirty,
  isSaved,
  children,
}: {
  isDirty: boolean;
  /** Whether it was ever saved. */
  isSaved: boolean;
  /** What else can be done with it. */
  children?: ReactNode;
}) {
  return (
    <Card as="section" className="office-acts">
      <CardHead title="儲存">
        {isDirty ? <Tag tone="attention">尚未儲存</Tag> : isSaved && <Tag tone="done">已儲存</Tag>}
      </CardHead>
      <div className="grid gap-3">
        <ActButton look="primary" onIntend={() => {}}>
          儲存
        </ActButton>
        {children}
      </div>
    </Card>
  );
}
