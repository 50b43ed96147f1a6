/** Returns the folder and name of a path: "testing/MEMORY.md". */
export function shortPath(path: string): string {
  return path.split("/").slice(-2).join("/")
}

const SHORT = 60

/** Returns the headline in quotation marks, shortened: “Event handlers must be …”. */
export const quoteHeadline = (headline: string): string =>
  `“${headline.length > SHORT ? `${headline.slice(0, SHORT).trimEnd()}…` : headline}”`
