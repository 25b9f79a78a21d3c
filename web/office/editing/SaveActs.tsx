// Card with the save button; shows whether all changes are saved.
import type { ReactNode } from 'react';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { ActButton } from './ActButton.tsx';

export function SaveActs({
  isDirty,
  isSaved,
  text = '儲存',
  mayEdit = true,
  children,
}: {
  isDirty: boolean;
  /** Whether the item was ever saved. */
  isSaved: boolean;
  /** Text of the button. */
  text?: string;
  /** False while a version waits, so that only the other actions are available. */
  mayEdit?: boolean;
  /** Other available actions. */
  children?: ReactNode;
}) {
  return (
    <Card as="section" className="office-acts">
      <CardHead title="儲存">
        {isDirty ? <Tag tone="attention">尚未儲存</Tag> : isSaved && <Tag tone="done">已儲存</Tag>}
      </CardHead>
      <div className="grid gap-3">
        {mayEdit && (
          <ActButton look="primary" onIntend={() => {}}>
            {text}
          </ActButton>
        )}
        {children}
      </div>
    </Card>
  );
}
