// The versions of a subject, newest first; the content of each can be opened.
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Tag, type Tone } from '../../ui/display/Card.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

type Row = {
  number: number;
  word: { text: string; tone: Tone };
  /** Shows why the version was made, by whom, and from when it applies. */
  about: ReactNode;
};

export function VersionsCard<V>({
  title = '所有版本',
  none,
  versions,
  rowOf,
  nameOf,
  size,
  look,
  acts,
}: {
  title?: string;
  /** Text shown if there are no versions. */
  none?: string;
  versions: readonly V[];
  rowOf: (version: V) => Row;
  /** Returns the title of the dialog that shows a version. */
  nameOf: (version: V) => string;
  size?: 'lg';
  /** Returns the content of a version for the dialog. */
  look: (version: V) => ReactNode;
  acts?: ReactNode;
}) {
  const [seen, setSeen] = useState<V | null>(null);
  return (
    <Card as="section">
      <CardHead title={title} />
      {none && versions.length === 0 ? (
        <p className="text-ink-3">{none}</p>
      ) : (
        <ul className="office-list">
          {versions.map((version) => {
            const { number, word, about } = rowOf(version);
            return (
              <li key={number}>
                <div className="grid gap-1">
                  <p className="flex flex-wrap items-center gap-2 font-bold">
                    第 {number} 版<Tag tone={word.tone}>{word.text}</Tag>
                  </p>
                  {about}
                </div>
                <Button
                  size="sm"
                  aria-label={`查看第 ${number} 版`}
                  onClick={() => setSeen(version)}
                >
                  查看
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {acts}
      {createPortal(
        <Dialog
          open={seen !== null}
          onClose={() => setSeen(null)}
          title={seen ? nameOf(seen) : ''}
          {...(size && { size })}
        >
          {seen && look(seen)}
        </Dialog>,
        document.body,
      )}
    </Card>
  );
}
