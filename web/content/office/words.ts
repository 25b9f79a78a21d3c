// Labels of content at the office: kinds, states, fields and history entries.

/** Labels of the field names in the history. */
export const fieldText: Record<string, string> = {
  title: '標題',
  excerpt: '摘要',
  category: '分類',
  author: '作者',
  audience: '對象',
  body: '內文',
  coverId: '封面',
  related: '相關文章',
  person: '稱呼',
  role: '身分',
  quote: '引言',
  publishAt: '發布時間',
  status: '狀態',
  question: '問題',
  answer: '答案',
  popular: '熱門',
  published: '公開',
  position: '順序',
  summary: '本版重點',
  effectiveOn: '生效日',
  text: '說明',
  link: '連到',
  label: '按鈕文字',
  imageId: '圖片',
  alt: '圖片說明',
  focalX: '水平焦點',
  focalY: '垂直焦點',
  startsOn: '開始日',
  endsOn: '結束日',
};

export const ALT_MAX = 200;
export const ALT_MISSING = '請描述圖片內容，看不見圖片的人靠它知道';
export const ALT_HINT = '一句話說明圖片內容，例如「兩條小溪匯成一條河的插畫」';
