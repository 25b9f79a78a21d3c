// Formats of months in reports.

/** Formats a month: '2026-11' → '2026 年 11 月'. */
export const monthText = (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`;

/** Formats a month: '2026-11' → '26/11'. */
export const monthShort = (month: string) => `${month.slice(2, 4)}/${month.slice(5)}`;
