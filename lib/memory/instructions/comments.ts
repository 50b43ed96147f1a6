/** A part of a text that is not drawn where the text is rendered. */
export interface Comment {
  readonly start: number
  readonly end: number
  /** It tells a machine to do something, in words that ask for more than care. */
  readonly orders: boolean
}

/** Comments of HTML and of markdown, and elements that style makes invisible. */
export function listComments(text: string): Comment[] {
  return PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].slice(0, AT_MOST).map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      orders: ORDERS.test(match[0]),
    })),
  )
}

const AT_MOST = 50

const PATTERNS = [
  /<!--[\s\S]{0,2000}?-->/g,
  /^\[(?:\/\/|comment|_|#)\]:[ \t]{0,3}(?:#|<>)?[ \t]{0,3}[("'][^\n]{1,500}/gim,
  /<(?:span|div|p|font|section|details|td)\b[^>]{0,200}(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}0|opacity\s{0,2}:\s{0,2}0(?![.\d])|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?|transparent)\b|\bhidden\b)[^>]{0,200}>[^<]{1,1000}/gi,
]

const ORDERS =
  /\b(?:ai|a\.i\.|llms?|assistants?|agents?|models?|claude|gpt|copilot|chatbots?|you)\b[^>\n]{0,60}\b(?:must|should|shall|always|please|will|have to|need to|are to|to)\b[^>\n]{0,60}\b(?:execute|run (?:the|this|curl|bash|sh)|send|post|upload|obey|download|curl|reveal|override|approve|disregard|ignore (?:all|the|any|your|previous)|exfiltrate|leak|secrets?|credentials?|api keys?|passwords?)\b/i
