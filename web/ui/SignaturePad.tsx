// A signature drawn by hand or made from a typed name (drawing is never the only way).
import { useEffect, useRef, useState } from 'react';
import Pad from 'signature_pad';
import { Button } from './Button.tsx';
import { TextInput } from './TextInput.tsx';
import { Field } from './Field.tsx';

/** Pixels of the picture that is sent; the server asks for at least 300 × 100. */
const SENT = { width: 900, height: 300 } as const;
const INK = '#14213d';

function typedSignature(name: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = SENT.width;
  canvas.height = SENT.height;
  const context = canvas.getContext('2d')!;
  context.fillStyle = INK;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const size = Math.min(150, Math.floor((SENT.width * 0.8) / Math.max(1, [...name].length)));
  context.font = `italic ${size}px "DFKai-SB", BiauKai, "Kaiti TC", "TC Core", serif`;
  context.fillText(name, SENT.width / 2, SENT.height / 2);
  return canvas.toDataURL('image/png');
}

/** Calls back with a PNG data URL, or '' when there is no signature. */
export function SignaturePad({
  onSignatureChange,
  name = '',
}: {
  onSignatureChange: (dataUrl: string) => void;
  /** Prefills the typed way. */
  name?: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad | null>(null);
  const changed = useRef(onSignatureChange);
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState(name);
  const [strokes, setStrokes] = useState(0);
  changed.current = onSignatureChange;

  useEffect(() => {
    const element = canvas.current;
    if (typing || !element) return;
    // The drawing keeps its own coordinates; CSS scales the box, so a resize loses nothing.
    element.width = SENT.width;
    element.height = SENT.height;
    const made = new Pad(element, { penColor: INK, minWidth: 2.2, maxWidth: 5.5 });
    const scale = () => {
      const box = element.getBoundingClientRect();
      if (box.width === 0) return;
      const data = made.toData();
      const from = element.width;
      element.width = Math.floor(box.width * 2);
      element.height = Math.floor(box.height * 2);
      element.getContext('2d')!.scale(2, 2);
      const ratio = element.width / from;
      made.fromData(
        data.map((group) => ({
          ...group,
          points: group.points.map((p) => ({ ...p, x: p.x * ratio, y: p.y * ratio })),
        })),
      );
    };
    scale();
    const observer = new ResizeObserver(scale);
    observer.observe(element);
    const end = () => {
      setStrokes(made.toData().length);
      changed.current(made.isEmpty() ? '' : made.toDataURL('image/png'));
    };
    made.addEventListener('endStroke', end);
    pad.current = made;
    return () => {
      observer.disconnect();
      made.removeEventListener('endStroke', end);
      made.off();
      pad.current = null;
    };
  }, [typing]);

  const undo = (all: boolean) => {
    const made = pad.current;
    if (!made) return;
    made.fromData(all ? [] : made.toData().slice(0, -1));
    setStrokes(made.toData().length);
    changed.current(made.isEmpty() ? '' : made.toDataURL('image/png'));
  };
  const swap = () => {
    setTyping(!typing);
    setStrokes(0);
    changed.current(!typing && typed.trim() ? typedSignature(typed.trim()) : '');
  };
  return (
    <div className="grid gap-3">
      {typing ? (
        <>
          <Field label="輸入姓名產生簽名" hint="不方便手寫時使用">
            <TextInput
              value={typed}
              autoComplete="name"
              onChange={(event) => {
                setTyped(event.target.value);
                const text = event.target.value.trim();
                changed.current(text ? typedSignature(text) : '');
              }}
            />
          </Field>
          <div className="signature grid place-items-center" aria-hidden="true">
            {typed.trim() && <img src={typedSignature(typed.trim())} alt="" />}
          </div>
        </>
      ) : (
        <div className="signature" role="group" aria-label="簽名區">
          <span className="guide">請在此簽名</span>
          <canvas ref={canvas} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {!typing && (
          <>
            <Button size="sm" onClick={() => undo(false)} aria-disabled={strokes === 0}>
              復原
            </Button>
            <Button size="sm" onClick={() => undo(true)} aria-disabled={strokes === 0}>
              清除重簽
            </Button>
          </>
        )}
        <Button size="sm" look="quiet" onClick={swap}>
          {typing ? '改用手寫簽名' : '輸入姓名產生簽名'}
        </Button>
      </div>
    </div>
  );
}
