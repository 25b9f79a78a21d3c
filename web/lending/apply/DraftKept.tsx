// Shows where and when the draft was saved, and the choices if another device changed the draft.
import { useNavigate } from 'react-router';
import { api } from '../../site/kit/api.ts';
import * as paths from '../../site/kit/paths.ts';
import { useAct } from '../../use-act.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatInstant } from '../../ui/format.ts';
import type { DraftKeeper, Keeping } from './apply-draft.ts';

const timeOf = (at: number) => formatInstant(new Date(at).toISOString()).slice(-5);

export function DraftStatus({ keeping, keeper }: { keeping: Keeping; keeper: DraftKeeper }) {
  const navigate = useNavigate();
  const { where, at } = keeping;
  const { busy, run: leave } = useAct(
    async () => {
      await keeper.keep();
      await navigate(paths.myLoan());
    },
    { leaves: true },
  );
  return (
    <p
      className="flex flex-wrap gap-x-4 gap-y-2 items-center justify-between min-h-11 text-sm
        text-ink-3"
    >
      <span role="status">
        {at > 0 &&
          (where === 'server'
            ? `已儲存 ${timeOf(at)}`
            : `連線不穩定，已保存在這個裝置 ${timeOf(at)}，恢復連線後會自動儲存`)}
      </span>
      <Button look="quiet" size="sm" busy={busy} onClick={() => void leave()}>
        儲存並離開
      </Button>
    </p>
  );
}

/**
 * Shown if two devices have changed the draft: the member chooses one, and nothing is overwritten
 * until then.
 */
export function DraftNewer({
  keeping,
  keeper,
  onTaken,
}: {
  keeping: Keeping;
  keeper: DraftKeeper;
  onTaken: () => void;
}) {
  const { problem, run: take } = useAct(async () => {
    keeper.take((await api.lending.loanDraft()).data);
    onTaken();
  });
  const { newer } = keeping;
  if (!newer) return null;
  const isGone = newer.version === 0;
  return (
    <Alert
      tone="warn"
      live
      title={
        isGone
          ? '這份草稿已在另一個裝置送出或移除'
          : `這份草稿已在另一個裝置更新${newer.savedAt ? `（${formatInstant(newer.savedAt)}）` : ''}`
      }
    >
      <p>這個裝置上的內容還沒有覆蓋過去，請選擇要使用哪一份。</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => void take()}>{isGone ? '重新開始' : '改用較新的那一份'}</Button>
        <Button look="quiet" onClick={() => void keeper.insist()}>
          使用這個裝置的內容
        </Button>
      </div>
      {problem && <p className="mt-3">{problem}</p>}
    </Alert>
  );
}
