// The house's own pictures, drawn from one vocabulary: water, stone, and what stands by it.
import type { Drawing } from '#contract/content-shapes.ts';

export const DRAWING_WIDTH = 1280;
export const DRAWING_HEIGHT = 720;

const alts: Record<Drawing, string> = {
  confluence: '多條小溪匯成一條河的插畫',
  split: '一條河分成許多細流的插畫',
  stones: '溪中踏腳石的插畫',
  bridge: '跨過溪流的橋的插畫',
  lantern: '溪邊一盞燈籠的插畫',
  umbrella: '溪流上一把傘的插畫',
  riverbed: '乾涸河床與卵石的插畫',
  boat: '溪上一艘小船的插畫',
  rain: '雨落在溪面上的插畫',
  terrace: '溪水流過梯田的插畫',
};

/** What the picture of a word shows. */
export const drawingAlt = (drawing: Drawing): string => alts[drawing];
