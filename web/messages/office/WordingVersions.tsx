// The versions of a notice's words by one way, each with who wrote it and why; and the way back.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { FullWording, WordingVersion } from '#contract/messages/calls.ts';
import { api } from '../../office/api.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { ReasonDialog } from '../../verification/office/ReasonDialog.tsx';
import type { ByWay } from './WordingPage.tsx';
import { WordingPreview } from './WordingPreview.tsx';
import { versionWords } from './words.ts';

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
  const [seen, setSeen] = useState<WordingVersion | null>(null);
  const { versions, way } = of;
  const isOwn = versions.some(({ state, words }) => state !== 'past' && words !== null);
  return (
    <Card as="section">
      <CardHead title="版本" />
      {versions.length === 0 ? (
        <p className="text-ink-3">目前是預設內容，還沒有改寫過</p>
      ) : (
        <ul className="office-list">
          {versions.map((version) => (
            <li key={version.version}>
              <div className="grid gap-1">
                <p className="flex flex-wrap items-center gap-2 font-bold">
                  第 {version.version} 版
                  <Tag tone={versionWords[version.state].tone}>
                    {versionWords[version.state].text}
                  </Tag>
                </p>
                <p>{version.words ? version.reason : `回復預設：${version.reason}`}</p>
                <p className="text-sm text-ink-3">
                  {version.by}，<DateText at={version.effectiveAt} /> 起
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`查看第 ${version.version} 版`}
                onClick={() => setSeen(version)}
              >
                查看
              </Button>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && isOwn && (
        <div className="mt-4">
          <Restore kind={kind} of={of} />
        </div>
      )}
      {createPortal(
        <Dialog
          open={seen !== null}
          onClose={() => setSeen(null)}
          title={seen ? `第 ${seen.version} 版` : ''}
        >
          {seen && (
            <WordingPreview
              kind={kind}
              way={way}
              words={seen.words ?? of.byDefault}
              title={seen.words ? '內容' : '預設內容'}
            />
          )}
        </Dialog>,
        document.body,
      )}
    </Card>
  );
}
