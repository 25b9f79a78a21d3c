// A QR code as SVG. It stays dark on light in every colour scheme, because scanners expect it.
import { encodeQR } from 'qr';

/** Light modules around the code, as many as ISO/IEC 18004 asks for. */
const MARGIN = 4;

/** The dark modules as one path of horizontal bars, one unit a module. */
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

/** `label` says what scanning it does; beside it must stand the same in text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // On a screen nothing is dirty or torn: the lowest correction makes the largest modules.
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
