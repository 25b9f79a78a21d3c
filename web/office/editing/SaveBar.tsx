// Save button that stays visible while the operator writes, because the other actions are below a
// long text.
import { ActButton } from './ActButton.tsx';

export function SaveBar({ onIntend }: { onIntend?: () => void }) {
  return (
    <div className="office-save-bar">
      <ActButton look="primary" onIntend={() => onIntend?.()}>
        儲存
      </ActButton>
    </div>
  );
}
