// Words about the descriptions of pictures at the office.

export const ALT_MAX = 200;
export const ALT_MISSING = '請描述圖片內容，看不見圖片的人靠它知道';
export const ALT_HINT = '一句話說明圖片內容，例如「兩條小溪匯成一條河的插畫」';
