/** A part of a text that is not drawn where the text is rendered. */
export interface Comment {
  readonly start: number
  readonly end: number
}

/** Returns comments of HTML and Markdown, elements that style makes invisible, and titles of links. */
export function listComments(text: string): Comment[] {
  return PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].slice(0, AT_MOST).map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
}

const AT_MOST = 50

const PATTERNS = [
  /\]\([^\s()]{1,300}\s"[^"\n]{8,500}"\)/g,
  /<!--[\s\S]{0,2000}?-->/g,
  /^\[(?:\/\/|comment|_|#)\]:[ \t]{0,3}(?:#|<>)?[ \t]{0,3}[("'][^\n]{1,500}/gim,
  /<(?:span|div|p|font|section|details|td)\b[^>]{0,200}(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}0|opacity\s{0,2}:\s{0,2}0(?![.\d])|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?|transparent)\b|\bhidden\b)[^>]{0,200}>[^<]{1,1000}/gi,
]
