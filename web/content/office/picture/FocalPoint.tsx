// Chooses the part of a picture that stays visible when the picture is cropped: two sliders and two
// previews.
import { useId } from 'react';

export type Focal = { focalX: number; focalY: number };

const sides = [
  { name: 'focalX', label: '水平位置', ends: '左 0，右 100' },
  { name: 'focalY', label: '垂直位置', ends: '上 0，下 100' },
] as const;

export function FocalPoint({
  src,
  focal,
  onFocalChange,
}: {
  src: string;
  focal: Focal;
  onFocalChange: (focal: Focal) => void;
}) {
  const id = useId();
  const objectPosition = `${focal.focalX}% ${focal.focalY}%`;
  return (
    <fieldset className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <legend className="field-label md:col-span-full">焦點</legend>
      <div className="relative self-start">
        <img className="w-full rounded-ctl" src={src} alt="" />
        <span
          className="absolute w-7 h-7 border-3 border-white rounded-pill
            shadow-[0_0_0_2px_#1e1b17,inset_0_0_0_2px_#1e1b17] [translate:-50%_-50%]
            pointer-events-none"
          aria-hidden="true"
          style={{ left: `${focal.focalX}%`, top: `${focal.focalY}%` }}
        />
      </div>
      <div className="grid gap-4">
        {sides.map(({ name, label, ends }) => (
          <div key={name} className="grid gap-1">
            <label htmlFor={`${id}-${name}`}>
              {label} <span className="num">{focal[name]}</span>
              <span className="field-hint">（{ends}）</span>
            </label>
            <input
              id={`${id}-${name}`}
              className="w-full h-8 accent-primary"
              type="range"
              min={0}
              max={100}
              value={focal[name]}
              onChange={(event) => onFocalChange({ ...focal, [name]: Number(event.target.value) })}
            />
          </div>
        ))}
        <div className="grid grid-cols-[16fr_9fr] gap-2.5 items-start" aria-hidden="true">
          <img
            className="w-full aspect-video rounded-ctl bg-sunken object-cover
              data-[look=square]:aspect-square"
            data-look="wide"
            src={src}
            alt=""
            style={{ objectPosition }}
          />
          <img
            className="w-full aspect-video rounded-ctl bg-sunken object-cover
              data-[look=square]:aspect-square"
            data-look="square"
            src={src}
            alt=""
            style={{ objectPosition }}
          />
        </div>
        <p className="field-hint">圖片裁切時，焦點附近會保留在畫面中。</p>
      </div>
    </fieldset>
  );
}
