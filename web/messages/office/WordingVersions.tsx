// Versions of a notice's text for one channel, with author and reason, and an action that restores
// an earlier version.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { FullWording } from '#contract/messages/calls.ts';
import { api } from '../../office/api.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { ReasonDialog } from '../../verification/office/ReasonDialog.tsx';
import type { ByWay } from './WordingPage.tsx';
import { WordingPreview } from './WordingPreview.tsx';
import { VersionsCard } from '../../office/editing/VersionsCard.tsx';
import { inForceWords } from '#contract/core/version-words.ts';

function Restore({ kind, of }: { kind: FullWording; of: ByWay }) {
  const [open, setOpen] = useState(false);
  const { way, version } = of;
  return (
    <>
      <Button wide onClick={() => setOpen(true)}>
        回復預設
      </Button>
      {createPortal(
        <ReasonDialog
          open={open}
          onClose={() => setOpen(false)}
          title="回復預設內容"
          about="從現在起改用系統原本的內容，尚未生效的版本也不再生效。改寫過的版本仍留在紀錄中。"
          button="回復預設"
          done="已回復預設內容"
          refresh="messages"
          onAct={({ reason, idempotencyKey }) =>
            api.messages.writeWording(
              { key: kind.key, way, words: null, reason, version },
              { idempotencyKey },
            )
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
  const { versions, way } = of;
  const isOwn = versions.some(({ state, words }) => state !== 'past' && words !== null);
  return (
    <VersionsCard
      title="版本"
      none="目前是預設內容，還沒有改寫過"
      versions={versions}
      rowOf={(version) => ({
        number: version.version,
        word: inForceWords[version.state === 'waiting' ? 'coming' : version.state].office,
        about: (
          <>
            <p>{version.words ? version.reason : `回復預設：${version.reason}`}</p>
            <p className="text-sm text-ink-3">
              {version.by}，<DateText at={version.effectiveAt} /> 起
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
        mayWrite &&
        isOwn && (
          <div className="mt-4">
            <Restore kind={kind} of={of} />
          </div>
        )
      }
    />
  );
}
