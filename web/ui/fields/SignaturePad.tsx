// A signature, drawn by hand or generated from a typed name, because drawing must not be the only
// way.
import { useEffect, useRef, useState } from 'react';
import Pad from 'signature_pad';
import { Button } from '../Button.tsx';
import { TextInput } from './TextInput.tsx';
import { Field } from './Field.tsx';
import './capture.css';

/** Size in pixels of the picture that is sent; the server requires at least 300 × 100. */
const SENT = { width: 900, height: 300 } as const;
const INK = '#14213d';
/** Canvas pixels for each page pixel. */
const SHARP = 2;

/** Fonts of systems that look written by hand, then those of the site, which have every name. */
const HANDS = '"DFKai-SB", BiauKai, "Kaiti TC", "TC Core", "Noto Sans TC Variable", serif';

/**
 * Draws a name and returns it as PNG data URL. A canvas does not wait for fonts: characters whose
 * slice was not loaded yet would be missing from the signature.
 */
async function typedSignature(name: string): Promise<string> {
  const size = Math.min(150, Math.floor((SENT.width * 0.8) / Math.max(1, [...name].length)));
  const font = `italic ${size}px ${HANDS}`;
  // Without a connection the system's fonts draw the name.
  await import('../all-characters.css').then(() => document.fonts.load(font, name)).catch(() => []);
  const canvas = document.createElement('canvas');
  canvas.width = SENT.width;
  canvas.height = SENT.height;
  const context = canvas.getContext('2d')!;
  context.fillStyle = INK;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = font;
  context.fillText(name, SENT.width / 2, SENT.height / 2);
  return canvas.toDataURL('image/png');
}

/**
 * Resizes the canvas but keeps the drawing's coordinates, so that no stroke is lost when the window
 * is resized or the phone is rotated.
 */
function fit(pad: Pad, canvas: HTMLCanvasElement): void {
  const box = canvas.getBoundingClientRect();
  if (box.width === 0) return;
  const data = pad.toData();
  const from = canvas.width;
  canvas.width = Math.floor(box.width * SHARP);
  canvas.height = Math.floor(box.height * SHARP);
  canvas.getContext('2d')!.scale(SHARP, SHARP);
  const ratio = canvas.width / from;
  const scaled = data.map((group) => ({
    ...group,
    points: group.points.map((p) => ({ ...p, x: p.x * ratio, y: p.y * ratio })),
  }));
  pad.fromData(scaled);
}

/**
 * Creates a signature pad on the canvas while it is shown; `onChange` is called for every stroke
 * and undo.
 */
function usePad(onChange: (dataUrl: string) => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad | null>(null);
  const [strokes, setStrokes] = useState(0);
  const changed = useRef(onChange);
  changed.current = onChange;
  const tell = (made: Pad) => {
    setStrokes(made.toData().length);
    changed.current(made.isEmpty() ? '' : made.toDataURL('image/png'));
  };
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    element.width = SENT.width;
    element.height = SENT.height;
    const made = new Pad(element, { penColor: INK, minWidth: 1.2, maxWidth: 3.2 });
    fit(made, element);
    const observer = new ResizeObserver(() => fit(made, element));
    observer.observe(element);
    const end = () => tell(made);
    made.addEventListener('endStroke', end);
    pad.current = made;
    return () => {
      observer.disconnect();
      made.removeEventListener('endStroke', end);
      made.off();
      pad.current = null;
    };
  }, []);
  const undo = (all: boolean) => {
    const made = pad.current;
    if (!made) return;
    made.fromData(all ? [] : made.toData().slice(0, -1));
    tell(made);
  };
  return { canvas, strokes, undo };
}

function Drawn({ onChange }: { onChange: (dataUrl: string) => void }) {
  const { canvas, strokes, undo } = usePad(onChange);
  return (
    <>
      <div className="signature" role="group" aria-label="簽名區">
        <span className="guide">請在此簽名</span>
        <canvas ref={canvas} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => undo(false)} aria-disabled={strokes === 0}>
          復原
        </Button>
        <Button size="sm" onClick={() => undo(true)} aria-disabled={strokes === 0}>
          清除重簽
        </Button>
      </div>
    </>
  );
}

/** Returns the picture of a typed name, and '' as long as the current name is not drawn. */
function useTypedSignature(name: string): string {
  const [drawn, setDrawn] = useState({ name: '', picture: '' });
  useEffect(() => {
    let isCurrent = true;
    void typedSignature(name).then((picture) => {
      if (isCurrent) setDrawn({ name, picture });
    });
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return name !== '' && drawn.name === name ? drawn.picture : '';
}

function Typed({ initial, onChange }: { initial: string; onChange: (dataUrl: string) => void }) {
  const [name, setName] = useState(initial);
  const picture = useTypedSignature(name.trim());
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => changed.current(picture), [picture]);
  return (
    <>
      <Field label="輸入姓名產生簽名" hint="不方便手寫時使用">
        <TextInput
          value={name}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <div className="signature grid place-items-center" aria-hidden="true">
        {picture && <img src={picture} alt="" />}
      </div>
    </>
  );
}

/** Calls back with a PNG data URL, or '' if there is no signature. */
export function SignaturePad({
  onSignatureChange,
  name = '',
}: {
  onSignatureChange: (dataUrl: string) => void;
  /** Initial value of the typed name. */
  name?: string;
}) {
  const [typing, setTyping] = useState(false);
  return (
    <div className="grid gap-3">
      {typing ? (
        <Typed initial={name} onChange={onSignatureChange} />
      ) : (
        <Drawn onChange={onSignatureChange} />
      )}
      <div>
        <Button
          size="sm"
          look="quiet"
          onClick={() => {
            setTyping(!typing);
            onSignatureChange('');
          }}
        >
          {typing ? '改用手寫簽名' : '輸入姓名產生簽名'}
        </Button>
      </div>
    </div>
  );
}
