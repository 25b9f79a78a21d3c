// One document in large: enlarged in steps, rotated, and checked for readability.
import { RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Tag } from '../../ui/display/Card.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { qualityOf, type Quality } from '../../ui/fields/image-check.ts';

const turns = ['rotate-0', 'rotate-90', 'rotate-180', '-rotate-90'] as const;
const sizes = [1, 2, 3, 4] as const;
const LARGEST = sizes.length - 1;

const qualityWords: Record<Quality, string> = {
  ok: '影像清晰',
  small: '解析度偏低',
  blurred: '影像可能模糊',
  glare: '影像可能反光',
};

/**
 * Returns the readability of the picture once it was checked; null before, and if it cannot be
 * checked.
 */
function useQuality(blob: Blob): Quality | null {
  const [quality, setQuality] = useState<Quality | null>(null);
  useEffect(() => {
    let isWanted = true;
    void qualityOf(blob).then((found) => isWanted && setQuality(found));
    return () => {
      isWanted = false;
    };
  }, [blob]);
  return quality;
}

export function Picture({ address, blob, alt }: { address: string; blob: Blob; alt: string }) {
  const [turn, setTurn] = useState(0);
  const [size, setSize] = useState(0);
  const quality = useQuality(blob);
  const turnBy = (by: number) => setTurn((turn + by + turns.length) % turns.length);
  return (
    <div className="grid grid-cols-1 gap-2">
      <div
        className="office-light grid place-items-center h-[var(--paper-height,min(56dvh,30rem))]
          overflow-auto rounded-ctl bg-sunken"
        tabIndex={size === 0 ? undefined : 0}
        role="group"
        aria-label={`${alt}的影像`}
      >
        <img src={address} alt={alt} className={turns[turn]} data-size={sizes[size]} />
      </div>
      <div
        className="office-light-tools flex flex-wrap items-center justify-center gap-1
          *:aria-disabled:opacity-40 *:aria-disabled:cursor-default"
      >
        <IconButton
          label="縮小"
          aria-disabled={size === 0 || undefined}
          onClick={() => setSize(Math.max(0, size - 1))}
        >
          <ZoomOut size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label="放大"
          aria-disabled={size === LARGEST || undefined}
          onClick={() => setSize(Math.min(LARGEST, size + 1))}
        >
          <ZoomIn size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="向左旋轉" onClick={() => turnBy(-1)}>
          <RotateCcw size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="向右旋轉" onClick={() => turnBy(1)}>
          <RotateCw size={20} aria-hidden="true" />
        </IconButton>
        {quality && (
          <Tag tone={quality === 'ok' ? 'done' : 'attention'}>{qualityWords[quality]}</Tag>
        )}
      </div>
    </div>
  );
}
