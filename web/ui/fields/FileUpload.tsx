// File upload: drop, choose or photograph a file; preview, check, remove it and choose again.
import { Camera, FileText, Trash2, Upload } from 'lucide-react';
import { useRef, useState, type ChangeEvent } from 'react';
import { Button, IconButton } from '../Button.tsx';
import { useObjectUrl } from '../object-url.ts';
import { labelIdOf, useControl } from './Field.tsx';
import { imageTypes, checkFile, type Checked } from './image-check.ts';
import './capture.css';

const IMAGE_TYPES = imageTypes.join(',');

function Thumb({ file }: { file: File }) {
  const isShown = file.type.startsWith('image/') && !file.type.includes('hei');
  const url = useObjectUrl(isShown ? file : undefined);
  if (url) return <img className="thumb" src={url} alt="" />;
  return (
    <span className="thumb">
      <FileText size={24} aria-hidden="true" />
    </span>
  );
}

const sizeText = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${Math.floor((bytes / 1024 / 1024) * 10) / 10} MB`;

function Row({
  checked,
  busy,
  onRemove,
}: {
  checked: Checked;
  busy: boolean;
  onRemove: () => void;
}) {
  const { file, error, warning } = checked;
  return (
    <li className="file-row" data-state={error ? 'failed' : 'ready'}>
      <Thumb file={file} />
      <div className="min-w-0">
        <p className="truncate font-bold text-ink">{file.name}</p>
        <p className="text-sm text-ink-3">{busy ? '上傳中……' : sizeText(file.size)}</p>
        {error && <p className="field-error">{error}</p>}
        {warning && <p className="field-warning">{warning}</p>}
      </div>
      {!busy && (
        <IconButton label={`移除「${file.name}」`} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** Area where files are dropped, chosen or photographed. */
function DropZone({
  max,
  pdf,
  camera,
  prompt,
  checking,
  onFiles,
  onPick,
  onShoot,
}: {
  max: number;
  pdf: boolean;
  camera: boolean;
  prompt: string;
  checking: boolean;
  onFiles: (files: FileList) => void;
  onPick: () => void;
  onShoot: () => void;
}) {
  const { id, 'aria-invalid': invalid, 'aria-describedby': described = '' } = useControl();
  const [over, setOver] = useState(false);
  return (
    <div
      className="drop"
      data-over={over ? '' : undefined}
      data-invalid={invalid ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      }}
    >
      <Upload size={24} aria-hidden="true" className="text-primary pointer-coarse:hidden" />
      <p className="text-ink-3 pointer-coarse:hidden">{prompt}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {camera && (
          <span className="hidden pointer-coarse:inline">
            <Button look="primary" onClick={onShoot} icon={<Camera size={18} aria-hidden="true" />}>
              開啟相機
            </Button>
          </span>
        )}
        <Button
          onClick={onPick}
          busy={checking}
          busyLabel="檢查中……"
          // A page has several of these buttons; the description says to which field each belongs.
          aria-describedby={`${labelIdOf(id)} ${described}`.trim()}
        >
          選擇檔案
        </Button>
      </div>
      <p className="text-sm text-ink-3">
        {pdf ? 'JPG、PNG、WebP、HEIC 或 PDF' : 'JPG、PNG、WebP 或 HEIC'}，每個不超過 10 MB
        {max > 1 && `，最多 ${max} 個`}
      </p>
    </div>
  );
}

type UploadProps = {
  onFilesChange: (files: File[]) => void;
  max?: number;
  pdf?: boolean;
  /** Also offers the camera, which comes first on phones. */
  camera?: boolean;
  /** Text drawn over photos, such as 「僅供百溪身分驗證使用 2026/11/20」. */
  watermark?: string;
  /** True while the form is being sent. */
  busy?: boolean;
  prompt?: string;
  /** False if nobody has to read the picture, so that blur and glare do not matter. */
  judged?: boolean;
};

/** Checks the chosen files and passes on those without an error. */
function useChecked({
  onFilesChange,
  max = 1,
  pdf = false,
  watermark,
  judged = true,
}: UploadProps) {
  const [items, setItems] = useState<readonly Checked[]>([]);
  const [checking, setChecking] = useState(false);
  const keep = (next: readonly Checked[]) => {
    setItems(next);
    onFilesChange(next.filter((item) => !item.error).map((item) => item.file));
  };
  const add = async (list: FileList | null) => {
    if (!list || list.length === 0) return;
    setChecking(true);
    const checked = await Promise.all([...list].map((file) => checkFile(file, { pdf, watermark })));
    setChecking(false);
    const room = items.filter((item) => !item.error);
    const told = judged ? checked : checked.map(({ warning: _warning, ...item }) => item);
    keep(max === 1 ? told.slice(0, 1) : [...room, ...told].slice(0, max));
  };
  const remove = (at: number) => keep(items.filter((_, i) => i !== at));
  return { items, checking, add, remove };
}

/**
 * Keeps the chosen files and passes on those that passed the checks. Photos are first rotated
 * upright, made smaller and freed of camera data; the text of `watermark` is drawn over them.
 */
export function FileUpload(props: UploadProps) {
  const {
    max = 1,
    pdf = false,
    camera = true,
    busy = false,
    prompt = '拖曳檔案到這裡，或',
  } = props;
  const control = useControl();
  const input = useRef<HTMLInputElement>(null);
  const shot = useRef<HTMLInputElement>(null);
  const { items, checking, add, remove } = useChecked(props);
  const full = items.filter((item) => !item.error).length >= max;
  const open = (ref: typeof input) => {
    // Allows the same file to be chosen again after it was removed.
    if (ref.current) ref.current.value = '';
    ref.current?.click();
  };
  const hidden = {
    type: 'file',
    className: 'visually-hidden',
    tabIndex: -1,
    disabled: busy,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void add(event.target.files),
  };
  return (
    <div className="grid gap-3">
      <input
        {...control}
        {...hidden}
        ref={input}
        accept={pdf ? `${IMAGE_TYPES},application/pdf` : IMAGE_TYPES}
        multiple={max > 1}
      />
      {camera && <input {...hidden} ref={shot} hidden accept="image/*" capture="environment" />}
      {!full && (
        <DropZone
          max={max}
          pdf={pdf}
          camera={camera}
          prompt={prompt}
          checking={checking}
          onFiles={(files) => void add(files)}
          onPick={() => open(input)}
          onShoot={() => open(shot)}
        />
      )}
      {items.length > 0 && (
        <ul className="grid gap-2" aria-label="已選擇的檔案">
          {items.map((item, i) => (
            <Row
              key={`${item.file.name}-${i}`}
              checked={item}
              busy={busy && !item.error}
              onRemove={() => remove(i)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
