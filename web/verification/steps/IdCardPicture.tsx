// Drawing of an identity card that shows where the requested data is printed.
export type Spot = 'date' | 'city' | 'type';

function At({ on, x, width, text }: { on: boolean; x: number; width: number; text: string }) {
  return (
    <g data-on={on ? '' : undefined}>
      <rect className="spot" x={x} y={150} width={width} height={28} rx={6} />
      <text x={x + width / 2} y={169} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** The part of the card named by `spot` is highlighted; the other parts are faint. */
export function IdCardPicture({ spot }: { spot: Spot | null }) {
  return (
    <figure className="grid gap-2">
      <svg
        className="id-card w-[min(400px,100%)] h-auto mx-auto"
        viewBox="0 0 320 200"
        aria-hidden="true"
      >
        <rect className="paper" x="1" y="1" width="318" height="198" rx="14" />
        <text className="heading" x="20" y="32">
          中華民國國民身分證
        </text>
        <rect className="grey" x="20" y="52" width="36" height="10" rx="3" />
        <rect className="grey" x="68" y="48" width="96" height="18" rx="4" />
        <rect className="grey" x="20" y="84" width="36" height="10" rx="3" />
        <rect className="grey" x="68" y="82" width="120" height="14" rx="4" />
        <rect className="grey" x="228" y="44" width="70" height="92" rx="8" />
        <text x="20" y="136">
          發證日期
        </text>
        <At on={spot === 'date'} x={14} width={142} text="民國110年7月1日" />
        <At on={spot === 'city'} x={162} width={68} text="（北市）" />
        <At on={spot === 'type'} x={236} width={52} text="換發" />
      </svg>
      <figcaption className="field-hint text-center">
        三項在身分證正面左下方的同一行，由左至右；居留證請填核發日期與核發單位
      </figcaption>
    </figure>
  );
}
