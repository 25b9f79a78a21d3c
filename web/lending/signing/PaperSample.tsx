// Drawn samples of valid documents: they belong to nobody and are marked as samples.
import type { ReactNode } from 'react';

type Kind = 'id' | 'bank' | 'income' | 'work' | 'other';

/** Returns the kind of a line in a plan's list of documents; the first match counts. */
export function paperKindOf(line: string): Kind {
  if (line.includes('身分證')) return 'id';
  if (line.includes('存摺封面')) return 'bank';
  if (/存摺|扣繳|所得|薪資|往來明細/.test(line)) return 'income';
  if (/在職|執照|證照|服務證|聘書|登錄證|識別證|登記/.test(line)) return 'work';
  return 'other';
}

const kinds: Record<Kind, { name: string; shows: string; drawing: ReactNode }> = {
  id: {
    name: '身分證件',
    shows: '四角完整、沒有反光，文字清楚',
    drawing: (
      <>
        <rect className="sheet" x="38" y="24" width="164" height="102" rx="9" />
        <rect className="tint" x="38" y="24" width="164" height="22" rx="9" />
        <rect className="tint" x="146" y="58" width="42" height="52" rx="4" />
        <circle className="line" cx="167" cy="76" r="9" />
        <path className="line" d="M152 106c1-12 8-17 15-17s14 5 15 17" />
        <path className="text" d="M54 35h44M54 64h58M54 80h74M54 96h48" />
        <path className="mark" d="M28 34V16h18M194 16h18v18M212 116v18h-18M46 134H28v-18" />
      </>
    ),
  },
  bank: {
    name: '存摺封面',
    shows: '看得到戶名、銀行、分行與帳號',
    drawing: (
      <>
        <rect className="tint" x="44" y="20" width="152" height="112" rx="6" />
        <rect className="sheet" x="60" y="52" width="120" height="62" rx="4" />
        <path className="line" d="M84 38l10-8 10 8zM87 38v0M112 36h48" />
        <path className="text" d="M72 68h36M72 83h96M72 98h72" />
        <path className="mark" d="M66 76h108v14H66z" />
      </>
    ),
  },
  income: {
    name: '財力證明',
    shows: '看得到姓名、月份與金額；無關的交易可以遮蔽',
    drawing: (
      <>
        <rect className="sheet" x="48" y="14" width="144" height="124" rx="4" />
        <path className="tint" d="M48 18q0-4 4-4h136q4 0 4 4v18H48z" />
        <path className="text" d="M60 26h40M60 52h28M60 70h28M60 88h28M60 106h28M60 124h28" />
        <path className="text" d="M106 52h30M106 70h22M106 88h30M106 106h18M106 124h30" />
        <path className="text" d="M158 52h22M158 70h22M158 88h22M158 106h22M158 124h22" />
        <path className="mark" d="M54 80h132v16H54z" />
        <path className="hidden" d="M102 64h36v12h-36zM102 100h36v12h-36z" />
      </>
    ),
  },
  work: {
    name: '工作證明',
    shows: '看得到姓名、任職單位與日期',
    drawing: (
      <>
        <rect className="sheet" x="62" y="12" width="116" height="128" rx="4" />
        <path className="line" d="M96 32h48" strokeWidth="5" />
        <path className="text" d="M78 54h84M78 68h84M78 82h60M78 112h40" />
        <circle className="seal" cx="150" cy="112" r="15" />
        <path className="seal" d="M143 112l5 5 9-10" />
        <path className="mark" d="M72 46h96v14H72z" />
      </>
    ),
  },
  other: {
    name: '其他文件',
    shows: '內容完整、文字清楚',
    drawing: (
      <>
        <rect className="sheet" x="62" y="12" width="116" height="128" rx="4" />
        <path className="text" d="M78 36h84M78 54h84M78 72h60M78 90h84M78 108h48" />
      </>
    ),
  },
};

/** Every document of a plan beside a sample of such a document. */
export function PaperSamples({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="paper-samples">
      {lines.map((line) => {
        const { name, shows, drawing } = kinds[paperKindOf(line)];
        return (
          <li key={line}>
            <div className="paper-sample">
              <svg viewBox="0 0 240 152" role="img" aria-label={`${name}的範例`}>
                {drawing}
              </svg>
              <span aria-hidden="true">範例</span>
            </div>
            <div>
              <p>{line}</p>
              <p className="text-sm text-ink-3">{shows}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
