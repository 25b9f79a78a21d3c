// What must stay on one line on the member site, and which texts have lines of similar length.
import type { Page } from 'playwright-core';

const terms = '還款|註冊|共同|風險|個人|平台';
const telephone = String.raw`\d{2,4}-\d{3,4}-?\d{0,4}`;
const number = String.raw`\d[\d,.]*[ \u00a0]?(?:分鐘|個月|萬|元|期|件|筆|天)`;
const whole = `${terms}|${telephone}|${number}`;

/** Returns every visible part of the text that must be whole and lies on two lines. */
export const brokenParts = (page: Page) =>
  page.evaluate((pattern) => {
    const found: string[] = [];
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      // Nothing else covers the ranges of an option or of a hidden text.
      if (node.parentElement?.closest('option, script, style, [aria-hidden="true"]')) continue;
      const text = node.nodeValue ?? '';
      for (const { 0: part, index } of text.matchAll(new RegExp(pattern, 'g'))) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + part.length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        const lines = new Set(boxes.map((box) => Math.round(box.top)));
        if (lines.size > 1)
          found.push(`${part} in ${text.slice(Math.max(0, index - 12), index + 14)}`);
      }
    }
    return found;
  }, whole);

/** Returns texts other than headings whose lines are balanced. */
export const balancedTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *, footer *')]
      .filter((one) => getComputedStyle(one).textWrapStyle === 'balance')
      .filter((one) => one.closest('h1, h2, h3, h4') === null)
      .map((one) => one.outerHTML.slice(0, 120)),
  );

/** Returns figures and names that are wider than their column, so that they reach the next one. */
export const spilledTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(dd, dt, td, th, h1, h2, h3, p, button, a)')]
      .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
      .filter((one) => getComputedStyle(one).overflowX === 'visible')
      .map((one) => one.textContent.slice(0, 40)),
  );

/**
 * Returns the ends of texts whose last line is a single character, with or without punctuation.
 * Parts of a flexible box or of a grid are texts of their own.
 */
export const loneCharacters = (page: Page) =>
  page.evaluate(() => {
    const texts = new Map<Element, [character: string, box: DOMRect][]>();
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      let block = node.parentElement!;
      if (block.closest('option, script, style, noscript, svg, [aria-hidden="true"]')) continue;
      while (getComputedStyle(block).display === 'inline') block = block.parentElement!;
      const characters = texts.get(block) ?? [];
      texts.set(block, characters);
      const range = document.createRange();
      [...(node.nodeValue ?? '')].forEach((character, at) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const [box] = range.getClientRects();
        if (box && box.width > 1 && /\S/.test(character)) characters.push([character, box]);
      });
    }
    return [...texts.values()].flatMap((characters) => {
      const last = characters.at(-1)?.[1];
      const line = characters.filter(([, box]) => last && box.bottom > last.top + 2);
      const words = line.filter(([character]) => /[\p{L}\p{N}]/u.test(character));
      if (words.length !== 1 || line.length === characters.length) return [];
      return [
        characters
          .slice(-12)
          .map(([character]) => character)
          .join(''),
      ];
    });
  });
