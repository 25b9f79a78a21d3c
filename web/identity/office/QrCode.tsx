// A QR code as SVG. It stays dark on light in every colour scheme, because scanners expect it.
import { encodeQR } from 'qr';

/** Width of the light border around the code in modules, as ISO/IEC 18004 requires. */
const MARGIN = 4;

/** Returns the dark modules as one path of horizontal bars; a module is one unit wide. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.map((dark, x) => {
        if (!dark || row[x - 1]) return '';
        const end = row.indexOf(false, x);
        return `M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`;
      }),
    )
    .join('');
}

/** `label` says what scanning the code does; the same content must be written beside the code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // A code on a screen is never dirty or torn, so the lowest error correction suffices, which gives
  // the largest modules.
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: MARGIN });
  return (
    <svg
      role="img"
      aria-label={label}
      className="w-52 max-w-full rounded-md"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${rows.length}v${rows.length}H0z`} fill="#fff" />
      <path d={pathOf(rows)} fill="#000" />
    </svg>
  );
}
