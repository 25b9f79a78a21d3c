// Picture in every format and width in which it is served, cropped around its focal point.
import type { Picture } from '#contract/content/shapes.ts';
import { useTheme } from '../../site/kit/theme.ts';

type CoverPicture = Pick<Picture, 'path' | 'widths' | 'width' | 'height' | 'focalX' | 'focalY'>;

/** Rounds to a multiple of 25 percent, because the stylesheet only has rules for those. */
const quarter = (percent: number) => Math.floor(percent / 25 + 0.5) * 25;

/**
 * `alt` is empty if the text beside the picture says the same; `eager` loads pictures at the top of
 * the page at once.
 */
export function Cover({
  of,
  alt = '',
  sizes,
  eager,
}: {
  of: CoverPicture;
  alt?: string;
  sizes: string;
  eager?: boolean;
}) {
  const { path, widths, width, height, focalX, focalY } = of;
  const theme = useTheme();
  const set = (format: string, dark = '') =>
    widths.map((each) => `${path}/${each}${dark}.${format} ${each}w`).join(', ');
  // Printed pages are always light.
  const media = theme === 'dark' ? 'screen' : 'screen and (prefers-color-scheme: dark)';
  return (
    <picture className="cover">
      {theme !== 'light' &&
        (['avif', 'webp'] as const).map((format) => (
          <source
            key={format}
            media={media}
            type={`image/${format}`}
            srcSet={set(format, '-dark')}
            sizes={sizes}
          />
        ))}
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        src={`${path}/${widths.at(-1)}.webp`}
        srcSet={set('webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        data-x={quarter(focalX) === 50 ? undefined : quarter(focalX)}
        data-y={quarter(focalY) === 50 ? undefined : quarter(focalY)}
      />
    </picture>
  );
}
