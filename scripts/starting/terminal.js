// The progress of a start in the terminal: one line that moves, or plain lines without a terminal.
// @ts-check
import { nameOf } from './progress.js';

/** @typedef {import('./progress.js').Part} Part */

const EVERY_MS = 200;
/** Clears the line of the cursor. */
const CLEAR = '\r\u001B[K';

/** @param {Part} part */
function beginning(part) {
  const words = {
    packages: 'Installing packages',
    server: 'Building the server',
    pages: 'Building the pages',
    database: 'Preparing the database',
    filling: 'Filling the demonstration',
    opening: 'Opening the sites',
  };
  return `${words[part.key]} …`;
}

const inSeconds = (/** @type {number} */ seconds) => `${Math.max(1, Math.round(seconds))} s`;

/**
 * Returns one line with all parts that run now.
 * @param {readonly Part[]} parts
 * @param {number} now as by `performance.now()`
 */
export function lineOf(parts, now) {
  return parts
    .filter(({ state }) => state === 'running')
    .map((part) => {
      const counted = part.of > 0 ? `${part.done} of ${part.of}, ` : '';
      return `${beginning(part)} ${counted}${inSeconds((now - part.began) / 1000)}`;
    })
    .join(' · ');
}

/**
 * Returns the sentence after the preparation, with the time of each part.
 * @param {readonly Part[]} parts
 * @param {number} seconds
 */
export function summaryOf(parts, seconds) {
  const each = parts
    .filter(({ state, key }) => state === 'done' && key !== 'opening')
    .map((part) => `${nameOf(part)} ${inSeconds(part.seconds)}`);
  return `Prepared in ${inSeconds(seconds)}: ${each.join(', ')}.`;
}

/**
 * Shows progress on `out`. `changed` is to be called by the progress, `say` prints a line of its
 * own, and `end` gives the terminal back to whoever prints next.
 * @param {Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>} out
 */
export function showProgress(out) {
  /** @type {readonly Part[]} */
  let parts = [];
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const draw = () => {
    const line = lineOf(parts, performance.now());
    out.write(CLEAR + [...line].slice(0, (out.columns || 80) - 1).join(''));
  };
  return {
    /** @param {readonly Part[]} all */
    begin(all) {
      parts = all;
      if (out.isTTY) timer = setInterval(draw, EVERY_MS).unref();
    },
    /**
     * @param {Part} part
     * @param {'begun' | 'counted' | 'done'} what
     */
    changed(part, what) {
      if (out.isTTY) return draw();
      if (part.key === 'opening') return;
      if (what === 'begun') out.write(`${beginning(part)}\n`);
      if (what === 'done') out.write(`Done: ${nameOf(part)}, ${inSeconds(part.seconds)}.\n`);
    },
    /** @param {string} line */
    say(line) {
      out.write(`${out.isTTY ? CLEAR : ''}${line}\n`);
      if (timer) draw();
    },
    end() {
      clearInterval(timer);
      timer = undefined;
      if (out.isTTY) out.write(CLEAR);
    },
  };
}

/** @typedef {ReturnType<typeof showProgress>} Terminal */
