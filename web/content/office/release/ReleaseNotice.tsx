// Says on an editor's page that a version waits for its second reader, or that it came back.
import type { OpenRelease } from '#contract/content/office.ts';
import type { ReleaseKind } from '#contract/content/release.ts';
import { Link } from '../../../office/links/Link.tsx';
import { api } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { useAct } from '../../../use-act.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';

type Props = {
  kind: ReleaseKind;
  /** The text that is edited; null before its first save. */
  subject: { id: string; release: OpenRelease | null } | null;
  mayWrite: boolean;
  /** Reads the text again. */
  onRecalled: () => Promise<unknown>;
};

/** Whether the fields may be changed: not while a version waits for its second reader. */
export const isWaiting = (release: OpenRelease | null | undefined) => release?.state === 'waiting';

function Recall({ kind, id, onRecalled }: Pick<Props, 'kind' | 'onRecalled'> & { id: string }) {
  const { busy, problem, run } = useAct(async () => {
    await api.content.recallContent({ kind, id });
    await onRecalled();
    toast('已收回，可以修改');
  });
  return (
    <>
      {problem && <Alert tone="danger" live title={problem} />}
      <Button busy={busy} busyLabel="收回中……" onClick={() => void run()}>
        收回修改
      </Button>
    </>
  );
}

export function ReleaseNotice({ subject, mayWrite, kind, onRecalled }: Props) {
  if (!subject?.release) return null;
  const { checker, maker, madeAt, publishAt, reason, state } = subject.release;
  return (
    <div className="office-editor-wide">
      {state === 'waiting' ? (
        <Alert title="這個版本等待另一位同仁覆核">
          <p>
            由 {maker} 於 <DateText at={madeAt} /> 送出
            {publishAt && (
              <>
                ，預定 <DateText at={publishAt} /> 公開
              </>
            )}
            。通過之前，公開頁面維持原樣。
          </p>
          <div className="mt-3 flex flex-wrap items-center gap-4">
            {mayWrite && <Recall kind={kind} id={subject.id} onRecalled={onRecalled} />}
            <Link className="link" to={paths.inbox({ kind: 'content_release' })}>
              到待辦覆核
            </Link>
          </div>
        </Alert>
      ) : checker ? (
        <Alert tone="warn" title={`${checker}退回了這個版本`}>
          原因：{reason}
        </Alert>
      ) : (
        <Alert title="這個版本已收回">修改後再次送交覆核，通過才會公開。</Alert>
      )}
    </div>
  );
}
