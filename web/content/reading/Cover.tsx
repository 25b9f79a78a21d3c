// A picture of ours in every format and width it is served in, cropped around what matters.
import type { Picture } from '#contract/content/shapes.ts';

type Shown = Pick<Picture, 'path' | 'widths' | 'width' | 'height' | 'focalX' | 'focalY'>;

/** Percent to the nearest quarter, which the style sheet knows. */
const quarter = (percent: number) => Math.floor(percent / 25 + 0.5) * 25;

/** `alt` is empty where the words beside it say the same; `eager` for what is seen first. */
export function Cover({
  of,
  alt = '',
  sizes,
  eager,
}: {
  of: Shown;
  alt?: string;
  sizes: string;
  eager?: boolean;
}) {
  const { path, widths, width, height, focalX, focalY } = of;
  const set = (format: string) =>
    widths.map((each) => `${path}/${each}.${format} ${each}w`).join(', ');
  return (
    <picture className="cover">
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        src={`${path}/${widths.at(-1)}.webp`}
        srcSet={set('webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        fetchPriority={eager ? 'high' : undefined}
        data-x={quarter(focalX) === 50 ? undefined : quarter(focalX)}
        data-y={quarter(focalY) === 50 ? undefined : quarter(focalY)}
      />
    </picture>
  );
}
