// The way to save while one writes, where the other acts stand below a long text.
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
