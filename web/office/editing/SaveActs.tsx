// Card with the save button for changes that take effect at once; shows whether all are saved.
import type { ReactNode } from 'react';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { ActButton } from './ActButton.tsx';

export function SaveActs({
  isDirty,
  isSaved,
  children,
}: {
  isDirty: boolean;
  /** Whether the item was ever saved. */
  isSaved: boolean;
  /** Other available actions. */
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
