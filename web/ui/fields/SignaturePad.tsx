// A signature, drawn by hand or given by typing the name, because drawing must not be the only way.
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

function Typed({ initial, onChange }: { initial: string; onChange: (name: string) => void }) {
  const [name, setName] = useState(initial);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => changed.current(name.trim()), [name]);
  return (
    <>
      <Field label="以姓名簽署" hint="不方便手寫時使用，須與您通過驗證的姓名相同">
        <TextInput
          value={name}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <div className="signature grid place-items-center" aria-hidden="true">
        <span className="typed">{name.trim()}</span>
      </div>
    </>
  );
}

/** A drawing as PNG data URL, or a typed name, of which the server makes the picture. */
export type Signature = { drawn: string } | { name: string };

/** Calls back with the signature, or null as long as there is none. */
export function SignaturePad({
  onSignatureChange,
  name,
}: {
  onSignatureChange: (signature: Signature | null) => void;
  /** Name of the person who signs: shown beside the pad, and what the typed name begins with. */
  name: string;
}) {
  const [typing, setTyping] = useState(false);
  return (
    <div className="grid gap-3">
      {typing ? (
        <Typed
          initial={name}
          onChange={(typed) => onSignatureChange(typed ? { name: typed } : null)}
        />
      ) : (
        <>
          <p>
            請簽 <strong>{name}</strong>
          </p>
          <Drawn onChange={(drawn) => onSignatureChange(drawn ? { drawn } : null)} />
        </>
      )}
      <div>
        <Button
          size="sm"
          look="quiet"
          onClick={() => {
            setTyping(!typing);
            onSignatureChange(null);
          }}
        >
          {typing ? '改用手寫簽名' : '以姓名簽署'}
        </Button>
      </div>
    </div>
  );
}
