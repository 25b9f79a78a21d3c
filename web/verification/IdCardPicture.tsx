// A drawn identity card that shows where the asked-for words stand on one's own.
export type Spot = 'date' | 'city' | 'type';

function At({ on, x, width, text }: { on: boolean; x: number; width: number; text: string }) {
  return (
    <g data-on={on ? '' : undefined}>
      <rect className="spot" x={x} y={182} width={width} height={26} rx={6} />
      <text x={x + width / 2} y={200} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** `spot` is drawn strongly; the others faintly. */
export function IdCardPicture({ spot }: { spot: Spot | null }) {
  return (
    <figure className="grid gap-2">
      <svg
        className="id-card"
        viewBox="0 0 400 240"
        role="img"
        aria-label="身分證正面左下方，由左至右是發證日期、發證地點、領補換類別"
      >
        <rect className="paper" x="1" y="1" width="398" height="238" rx="16" />
        <text className="heading" x="28" y="38">
          中華民國國民身分證
        </text>
        <rect className="grey" x="28" y="62" width="44" height="12" rx="3" />
        <rect className="grey" x="86" y="58" width="120" height="20" rx="4" />
        <rect className="grey" x="28" y="100" width="44" height="12" rx="3" />
        <rect className="grey" x="86" y="98" width="150" height="16" rx="4" />
        <rect className="grey" x="28" y="134" width="44" height="12" rx="3" />
        <rect className="grey" x="86" y="132" width="40" height="16" rx="4" />
        <rect className="grey" x="288" y="50" width="84" height="108" rx="8" />
        <text x="28" y="175">
          發證日期
        </text>
        <At on={spot === 'date'} x={24} width={150} text="民國 110 年 7 月 1 日" />
        <At on={spot === 'city'} x={180} width={56} text="（北市）" />
        <At on={spot === 'type'} x={242} width={46} text="換發" />
        <rect className="grey" x="306" y="188" width="66" height="14" rx="4" />
      </svg>
      <figcaption className="field-hint text-center">
        三項都在身分證正面左下方的同一行；居留證請填核發日期與核發單位
      </figcaption>
    </figure>
  );
}
