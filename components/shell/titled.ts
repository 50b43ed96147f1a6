/** "(12) Inbox · Quarterdeck": the title of a page with what waits before it; nothing waits, nothing stands there. */
export function withCount(title: string, count: number): string {
  const bare = title.replace(/^\(\d[\d,]*\) /, "")
  return count > 0 && bare !== "" ? `(${count.toLocaleString("en")}) ${bare}` : bare
}
