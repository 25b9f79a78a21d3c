// What the lists of content have in common: how long a page is, and what is said of an empty one.
export const PER_PAGE = 25;

/** What is said where nothing is found, and where nothing is there yet. */
export const noneOf = (chosen: object, what: string, title: string, hint: string) =>
  Object.keys(chosen).length > 0
    ? { title: `沒有符合條件的${what}`, hint: '請放寬條件再試一次。' }
    : { title, hint };
