/**
 * Returns the page title with the number of waiting items, as in "(12) Inbox · Quarterdeck". No number if it
 * is 0.
 */
export function titleWithCount(title: string, count: number): string {
  const bare = title.replace(/^\(\d[\d,]*\) /, "")
  return count > 0 && bare !== "" ? `(${count.toLocaleString("en")}) ${bare}` : bare
}
