import { bareStatement } from "../similarity/statement-words"

/** The words of the log, without what marks them as an item of it. */
export function asStatement(text: string): string {
  const said = text
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, "")
    .replace(/^\s*[[(]\d{4}-\d{2}-\d{2}[\])]:?\s+/, "")
    .replace(/^\[[A-Z]\d\]\s*/, "")
    .trim()
  return bareStatement(said) === "" ? text.trim() : said
}
