// What is printed on the identity cards of Taiwan.

/** Places of issue as printed on the cards (內政部戶政司). */
export const issuePlaces: readonly string[] = (
  '北市 新北市 桃市 中市 南市 高市 基市 竹市 嘉市 竹縣 苗縣 彰縣 投縣 雲縣 嘉縣 屏縣 宜縣 花縣 東縣 ' +
  '澎縣 金門 連江 北縣 桃縣 中縣 南縣 高縣 移民署'
).split(' ');

/** The present form of the identity card was first issued on 21 December 2005 (民國 94 年). */
export const FIRST_ISSUE = '2005-12-21';
