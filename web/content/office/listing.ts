// Used by all content lists: the page size, and the text of an empty list.
export const PER_PAGE = 25;

/** Returns the text for a search without results, or for a list that is still empty. */
export const noneOf = (chosen: object, what: string, title: string, hint: string) =>
  Object.keys(chosen).length > 0
    ? { title: `沒有符合條件的${what}`, hint: '請放寬條件再試一次。' }
    : { title, hint };
