// Dialog to choose an existing picture or upload a new one.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Picture } from '#contract/content/shapes.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { queryOf } from '../../../office/api.ts';
import { EmptyState } from '../../../ui/display/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { PictureBox } from './PictureBox.tsx';
import { UploadPicture } from './UploadPicture.tsx';

const PER_PAGE = 12;

type Props = { onPick: (picture: Picture) => void };

function Shelf({ onPick }: Props) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...queryOf('content', 'listImages', { item_per_page: PER_PAGE, offset: (page - 1) * PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  return (
    <Answered query={query} what="圖片">
      {({ data, total }) =>
        data.length === 0 ? (
          <EmptyState title="還沒有圖片">請從「上傳新圖片」加入第一張。</EmptyState>
        ) : (
          <div className="grid gap-5">
            <ul className="office-shelf">
              {data.map((picture) => (
                <li key={picture.id}>
                  <button type="button" onClick={() => onPick(picture)}>
                    <PictureBox picture={picture} decorative />
                    <span>{picture.alt}</span>
                  </button>
                </li>
              ))}
            </ul>
            {total > PER_PAGE && (
              <div className="flex items-center justify-between gap-3">
                <Button
                  aria-disabled={page === 1 || undefined}
                  onClick={() => setPage(Math.max(1, page - 1))}
                >
                  較新
                </Button>
                <span className="num text-sm text-ink-3">
                  {page}／{Math.ceil(total / PER_PAGE)}
                </span>
                <Button
                  aria-disabled={page * PER_PAGE >= total || undefined}
                  onClick={() => setPage(Math.min(Math.ceil(total / PER_PAGE), page + 1))}
                >
                  較早
                </Button>
              </div>
            )}
          </div>
        )
      }
    </Answered>
  );
}

function Both({ onPick }: Props) {
  const [tab, setTab] = useState('shelf');
  return (
    <Tabs
      label="圖片來源"
      look="segments"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { id: 'shelf', label: '現有圖片', panel: tab === 'shelf' && <Shelf onPick={onPick} /> },
        { id: 'new', label: '上傳新圖片', panel: <UploadPicture onDone={onPick} /> },
      ]}
    />
  );
}

export function PicturePicker({
  open,
  title,
  onClose,
  onPick,
}: Props & { open: boolean; title: string; onClose: () => void }) {
  // The dialog is rendered outside the page's form, because otherwise the Enter key would submit
  // that form.
  return createPortal(
    <Dialog open={open} onClose={onClose} title={title} size="lg">
      {open && <Both onPick={onPick} />}
    </Dialog>,
    document.body,
  );
}
