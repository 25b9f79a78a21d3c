// A small picture from the app, cropped around its focal point.
import type { Picture } from '#contract/content/shapes.ts';

export function PictureBox({
  picture,
  look = 'wide',
  decorative = false,
  sizes = '320px',
}: {
  picture: Picture;
  look?: 'wide' | 'square';
  /**
   * True if the text beside the picture has the same content, so that screen readers may skip the
   * picture.
   */
  decorative?: boolean;
  /** Width of the picture in the layout. */
  sizes?: string;
}) {
  const { path, widths, alt, focalX, focalY } = picture;
  const large = widths.findLast((one) => one <= 640) ?? widths[0];
  return (
    <img
      className="w-full aspect-video rounded-ctl bg-sunken object-cover
        data-[look=square]:aspect-square"
      data-look={look}
      src={`${path}/${widths[0]}.webp`}
      srcSet={`${path}/${widths[0]}.webp ${widths[0]}w, ${path}/${large}.webp ${large}w`}
      sizes={sizes}
      alt={decorative ? '' : alt}
      loading="lazy"
      style={{ objectPosition: `${focalX}% ${focalY}%` }}
    />
  );
}
