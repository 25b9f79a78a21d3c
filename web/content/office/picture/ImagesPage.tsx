// Page of all pictures: where each is used, its description, its focal point.
import { imageList, type ImageRow } from '#contract/content/lists.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, wordsOf } from '../../../api.ts';
import { api, queryOf } from '../../../office/api.ts';
import { ListPage } from '../../../office/kit/ListPage.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/Select.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { useMayWrite } from '../../../office/editing/editing.ts';
import { isWaiting, ReleaseNotice } from '../release/ReleaseNotice.tsx';
import { FocalPoint } from './FocalPoint.tsx';
import { PictureBox } from './PictureBox.tsx';
import { UploadPicture } from './UploadPicture.tsx';
import { ALT_HINT, ALT_MAX, ALT_MISSING } from '../words.ts';

const PER_PAGE = 24;

function Changing({ image, onDone }: { image: ImageRow; onDone: () => void }) {
  const client = useQueryClient();
  const { release } = image;
  const [alt, setAlt] = useState((release ?? image).alt);
  const { focalX, focalY } = release ?? image;
  const [focal, setFocal] = useState({ focalX, focalY });
  const [state, setState] = useState({ busy: false, problem: '', missing: '' });
  const save = async () => {
    const text = alt.trim();
    if (!text) return setState({ busy: false, problem: '', missing: ALT_MISSING });
    setState({ busy: true, problem: '', missing: '' });
    try {
      const { id, version } = image;
      const { data } = await api.content.saveImage({ id, version, alt: text, ...focal });
      toast(isWaiting(data.release) ? '已送交覆核' : '已儲存');
      onDone();
    } catch (error) {
      const isChanged = error instanceof ApiFailure && error.code === 'CONTENT_CHANGED';
      const problem = isChanged
        ? `此內容剛被 ${String(error.data['by'] ?? '其他同仁')} 修改，請關閉後再開啟`
        : wordsOf(error);
      setState({ busy: false, problem, missing: '' });
    }
    await client.invalidateQueries({ queryKey: ['content', 'listImages'] });
  };
  return (
    <div className="grid gap-5">
      <ReleaseNotice
        kind="image"
        subject={image}
        mayWrite
        onRecalled={async () => {
          onDone();
          await client.invalidateQueries({ queryKey: ['content', 'listImages'] });
        }}
      />
      {state.problem && <Alert tone="danger" live title={state.problem} />}
      <fieldset disabled={isWaiting(release)} className="grid gap-5">
        <legend className="visually-hidden">圖片說明與焦點</legend>
        <Field id="picture-alt" label="圖片說明" hint={ALT_HINT} error={state.missing || undefined}>
          <TextArea value={alt} limit={ALT_MAX} onChange={(event) => setAlt(event.target.value)} />
        </Field>
        <FocalPoint
          src={`${image.path}/${image.widths.at(-1)}.webp`}
          focal={focal}
          onFocalChange={setFocal}
        />
      </fieldset>
      {isWaiting(release) ? null : (
        <>
          {image.uses > 0 && (
            <p className="field-hint">公開的內容正在使用時，由另一位同仁通過後才改變。</p>
          )}
          <Button look="primary" busy={state.busy} busyLabel="儲存中……" onClick={() => void save()}>
            儲存
          </Button>
        </>
      )}
    </div>
  );
}

function Shelf({ images, mayWrite }: { images: readonly ImageRow[]; mayWrite: boolean }) {
  const [open, setOpen] = useState<ImageRow | null>(null);
  const close = () => setOpen(null);
  const inside = (image: ImageRow) => (
    <>
      <PictureBox picture={image} decorative />
      <span>{image.alt}</span>
      <span className="text-ink-3">
        {image.kind === 'drawn' ? '系統插畫' : '上傳'}，用於 {image.uses} 處
        {isWaiting(image.release) && '，等待覆核'}
      </span>
    </>
  );
  return (
    <>
      <ul className="office-shelf">
        {images.map((image) => (
          <li key={image.id}>
            {mayWrite ? (
              <button type="button" onClick={() => setOpen(image)}>
                {inside(image)}
              </button>
            ) : (
              <div className="grid gap-1 text-sm">{inside(image)}</div>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={open !== null} onClose={close} title="圖片說明與焦點" size="lg">
        {open && <Changing key={open.id} image={open} onDone={close} />}
      </Dialog>
    </>
  );
}

function Adding() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        上傳圖片
      </Button>
      <Dialog open={open} onClose={close} title="上傳圖片" size="lg">
        {open && (
          <UploadPicture
            verb="上傳圖片"
            onDone={() => {
              close();
              toast('已上傳');
            }}
          />
        )}
      </Dialog>
    </>
  );
}

export function ImagesPage() {
  const mayWrite = useMayWrite();
  const url = useListUrl(PER_PAGE);
  const list = useQuery({
    ...queryOf('content', 'listImages', url.asks),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="圖片"
      acts={
        <>
          <TableButtons table={imageList.tables.data} input={{}} />
          {mayWrite && <Adding />}
        </>
      }
      query={list}
      none={{ title: '還沒有圖片', hint: '上傳後可以放進文章、政策與廣告。' }}
      rows={({ data }) => <Shelf images={data} mayWrite={mayWrite} />}
      pages={url}
    />
  );
}
