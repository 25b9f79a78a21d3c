// What a start prepares, how far each part is, and how long it took.
// @ts-check

/** @typedef {'packages' | 'server' | 'pages' | 'database' | 'filling' | 'opening'} Key */
/**
 * @typedef {{
 *   key: Key,
 *   title: string,
 *   state: 'waiting' | 'running' | 'done',
 *   done: number,
 *   of: number,
 *   unit: string,
 *   began: number,
 *   seconds: number,
 * }} Part `title` and `unit` are for the page; `of` is 0 while nothing can be counted
 */

/**
 * Names in the terminal and on the page, the unit on the page, and the seconds that a part takes on
 * two processors, by which the parts share the bar.
 * @type {Readonly<Record<Key, { name: string, title: string, unit: string, weight: number }>>}
 */
const parts = {
  packages: { name: 'packages', title: '安裝套件', unit: '個', weight: 40 },
  server: { name: 'server', title: '建置伺服器', unit: '', weight: 4 },
  pages: { name: 'pages', title: '建置網頁', unit: '項', weight: 25 },
  database: { name: 'database', title: '準備資料庫', unit: '', weight: 5 },
  filling: { name: 'demonstration', title: '填入示範資料', unit: '個月', weight: 50 },
  opening: { name: 'opening', title: '啟動網站', unit: '', weight: 3 },
};

/**
 * Returns the progress of a start that prepares `keys` in this order; `changed` is called with the
 * part after each change.
 * @param {readonly Key[]} keys
 * @param {(part: Part, what: 'begun' | 'counted' | 'done') => void} changed
 */
export function createProgress(keys, changed) {
  /** @type {Part[]} */
  const all = keys.map((key) => ({
    ...{ key, title: parts[key].title, unit: parts[key].unit },
    ...{ state: 'waiting', done: 0, of: 0, began: 0, seconds: 0 },
  }));
  /** @param {Key} key */
  const find = (key) => all.find((part) => part.key === key);
  return {
    parts: /** @type {readonly Part[]} */ (all),
    /** @param {Key} key */
    begin(key) {
      const part = find(key);
      if (!part || part.state !== 'waiting') return;
      part.state = 'running';
      part.began = performance.now();
      changed(part, 'begun');
    },
    /**
     * @param {Key} key
     * @param {number} done
     * @param {number} of
     */
    count(key, done, of) {
      const part = find(key);
      if (!part || part.state !== 'running') return;
      part.of = of;
      // What is counted from outside may shrink for a moment; a bar that goes back looks broken.
      part.done = Math.max(part.done, Math.min(done, of));
      changed(part, 'counted');
    },
    /** @param {Key} key */
    end(key) {
      const part = find(key);
      if (!part || part.state !== 'running') return;
      part.state = 'done';
      part.done = part.of;
      part.seconds = (performance.now() - part.began) / 1000;
      changed(part, 'done');
    },
  };
}

/** @typedef {ReturnType<typeof createProgress>} Progress */

/**
 * Returns which part of the whole is done, from 0 to 1.
 * @param {readonly Part[]} all
 */
export function shareDone(all) {
  const weightOf = (/** @type {Part} */ { key }) => parts[key].weight;
  const whole = all.reduce((sum, part) => sum + weightOf(part), 0);
  const done = all.reduce((sum, part) => {
    const share = part.state === 'done' ? 1 : part.of > 0 ? part.done / part.of : 0;
    return sum + weightOf(part) * share;
  }, 0);
  return whole > 0 ? done / whole : 1;
}

/** @param {Part} part */
export const nameOf = ({ key }) => parts[key].name;
