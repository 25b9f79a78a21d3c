// Files: drop, choose or photograph; preview, check, remove and choose again.
import { Camera, FileText, Trash2, Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { Button, IconButton } from './Button.tsx';
import { useControl } from './Field.tsx';
import { checkFile, type Checked } from './image-check.ts';

function Thumb({ file }: { file: File }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (!file.type.startsWith('image/') || file.type.includes('hei')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
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

/**
 * Holds the chosen files itself and hands over those that passed. Photos are made upright,
 * smaller and free of camera data first; `watermark` is drawn over them.
 */
export function FileUpload({
  onFilesChange,
  max = 1,
  pdf = false,
  camera = true,
  watermark,
  busy = false,
  prompt = '拖曳檔案到這裡，或',
}: {
  onFilesChange: (files: File[]) => void;
  max?: number;
  pdf?: boolean;
  /** Offer the camera; on phones it comes first. */
  camera?: boolean;
  watermark?: string;
  /** While the form is being sent. */
  busy?: boolean;
  prompt?: string;
}) {
  const control = useControl();
  const cameraId = useId();
  const input = useRef<HTMLInputElement>(null);
  const shot = useRef<HTMLInputElement>(null);
  const [items, setItems] = useState<readonly Checked[]>([]);
  const [over, setOver] = useState(false);
  const [checking, setChecking] = useState(false);
  const accept = `image/jpeg,image/png,image/heic,image/heif${pdf ? ',application/pdf' : ''}`;

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
    keep(max === 1 ? checked.slice(0, 1) : [...room, ...checked].slice(0, max));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void add(event.dataTransfer.files);
  };
  const full = items.filter((item) => !item.error).length >= max;
  const pick = (ref: typeof input) => {
    if (ref.current) ref.current.value = '';
    ref.current?.click();
  };
  return (
    <div className="grid gap-3">
      <input
        {...control}
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={accept}
        multiple={max > 1}
        disabled={busy}
        onChange={(event) => void add(event.target.files)}
      />
      {camera && (
        <input
          id={cameraId}
          ref={shot}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          accept="image/*"
          capture="environment"
          onChange={(event) => void add(event.target.files)}
        />
      )}
      {!full && (
        <div
          className="drop"
          data-over={over ? '' : undefined}
          data-invalid={control['aria-invalid'] ? '' : undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Upload size={24} aria-hidden="true" className="text-primary pointer-coarse:hidden" />
          <p className="text-ink-3 pointer-coarse:hidden">{prompt}</p>
          <div className="flex flex-wrap justify-center gap-3">
            {camera && (
              <span className="hidden pointer-coarse:inline">
                <Button
                  look="primary"
                  onClick={() => pick(shot)}
                  icon={<Camera size={18} aria-hidden="true" />}
                >
                  開啟相機
                </Button>
              </span>
            )}
            <Button onClick={() => pick(input)} busy={checking} busyLabel="檢查中……">
              選擇檔案
            </Button>
          </div>
          <p className="text-sm text-ink-3">
            {pdf ? 'JPG、PNG、HEIC 或 PDF' : 'JPG、PNG 或 HEIC'}，每個不超過 10 MB
            {max > 1 && `，最多 ${max} 個`}
          </p>
        </div>
      )}
      {items.length > 0 && (
        <ul className="grid gap-2" aria-label="已選擇的檔案">
          {items.map((item, i) => (
            <Row
              key={`${item.file.name}-${i}`}
              checked={item}
              busy={busy && !item.error}
              onRemove={() => keep(items.filter((_, at) => at !== i))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
