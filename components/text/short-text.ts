const SHORT = 60

/** Returns the headline in quotation marks, shortened: “Event handlers must be …”. */
export const quoteHeadline = (headline: string): string =>
  `“${headline.length > SHORT ? `${headline.slice(0, SHORT).trimEnd()}…` : headline}”`
