import { bareStatement } from "../similarity/statement-words"

/** Returns a log line without its bullet, date and label. Returns the trimmed line if nothing else would be left. */
export function asStatement(text: string): string {
  const said = text
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, "")
    .replace(/^\s*[[(]\d{4}-\d{2}-\d{2}[\])]:?\s+/, "")
    .replace(/^\[[A-Z]\d\]\s*/, "")
    .trim()
  return bareStatement(said) === "" ? text.trim() : said
}
