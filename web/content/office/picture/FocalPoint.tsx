// What of a picture stays in sight when it is cropped: two sliders, the point, and two crops.
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
    <fieldset className="office-focal">
      <legend className="field-label">焦點</legend>
      <div className="office-focal-whole">
        <img src={src} alt="" />
        <span
          className="office-focal-point"
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
              className="office-slider"
              type="range"
              min={0}
              max={100}
              value={focal[name]}
              onChange={(event) => onFocalChange({ ...focal, [name]: Number(event.target.value) })}
            />
          </div>
        ))}
        <div className="office-focal-crops" aria-hidden="true">
          <img
            className="office-crop"
            data-look="wide"
            src={src}
            alt=""
            style={{ objectPosition }}
          />
          <img
            className="office-crop"
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
