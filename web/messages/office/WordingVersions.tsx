// Versions of a notice's text for one channel, with the two persons and the reason, and an action
// with which one person puts back the last text that two agreed to.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { FullWording } from '#contract/messages/calls.ts';
import { api } from '../../office/api.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { ReasonDialog } from '../../office/kit/ReasonDialog.tsx';
import type { ByWay } from './WordingForm.tsx';
import { WordingPreview } from './WordingPreview.tsx';
import { VersionsCard } from '../../office/editing/VersionsCard.tsx';
import { inForceWords, versionWords } from '#contract/core/version-words.ts';
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';

const wordOf = (state: ByWay['versions'][number]['state']) =>
  state === 'waiting' || state === 'returned'
    ? versionWords[state]
    : state === 'withdrawn'
      ? versionWords.recalled
      : inForceWords[state].office;

function Restore({ kind, of }: { kind: FullWording; of: ByWay }) {
  const [open, setOpen] = useState(false);
  const { way, version, last } = of;
  if (!last) return null;
  const name = last.version === 0 ? '回復預設' : `回復第 ${last.version} 版`;
  return (
    <>
      <Button wide onClick={() => setOpen(true)}>
        {name}
      </Button>
      {createPortal(
        <ReasonDialog
          open={open}
          onClose={() => setOpen(false)}
          title={last.version === 0 ? '回復預設內容' : `回復第 ${last.version} 版的內容`}
          about={
            <>
              從現在起改用下面的內容，一位同仁就能回復；等待覆核與尚未生效的版本都不再生效，仍留在紀錄中。
              <WordingPreview kind={kind} way={way} words={last.words} title="回復後的內容" />
            </>
          }
          button={name}
          done="已回復，並通知全部管理同仁"
          refresh="messages"
          onAct={({ reason, idempotencyKey }) =>
            api.messages.restoreWording({ key: kind.key, way, reason, version }, { idempotencyKey })
          }
        />,
        document.body,
      )}
    </>
  );
}

export function WordingVersions({
  kind,
  of,
  mayWrite,
}: {
  kind: FullWording;
  of: ByWay;
  mayWrite: boolean;
}) {
  const { versions, way, taskId, last } = of;
  return (
    <VersionsCard
      title="版本"
      none="目前是預設內容，還沒有改寫過"
      versions={versions}
      rowOf={(version) => ({
        number: version.version,
        word: wordOf(version.state),
        about: (
          <>
            <p>{version.words ? version.reason : `預設內容：${version.reason}`}</p>
            <p className="text-sm text-ink-3">
              {[version.by, version.checker].filter(Boolean).join('、')}，
              <DateText at={version.effectiveAt} /> 起
            </p>
          </>
        ),
      })}
      nameOf={({ version }) => `第 ${version} 版`}
      look={(version) => (
        <WordingPreview
          kind={kind}
          way={way}
          words={version.words ?? of.byDefault}
          title={version.words ? '內容' : '預設內容'}
        />
      )}
      acts={
        (taskId !== null || (mayWrite && last)) && (
          <div className="grid gap-3 mt-4">
            {taskId !== null && (
              <Link className="link" to={paths.task(taskId)}>
                查看等待覆核的版本
              </Link>
            )}
            {mayWrite && <Restore kind={kind} of={of} />}
          </div>
        )
      }
    />
  );
}
