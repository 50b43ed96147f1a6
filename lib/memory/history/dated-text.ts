/** Matches dated list items: "- [2026-11-20] …", or a line of a session log, "- 2026-11-20 · …". */
const DATED_ITEM = /^[-*] (?:\[(\d{4}-\d{2}-\d{2})\]|(\d{4}-\d{2}-\d{2}) · )/
const SESSION_LINE = /^[-*] \d{4}-\d{2}-\d{2} · /

/** Returns the ISO dates of the dated items in a Markdown memory, sorted, without duplicates. */
export function writtenDays(text: string): string[] {
  return [...new Set(text.split("\n").flatMap((line) => dayOf(line) ?? []))].toSorted()
}

/**
 * Returns a Markdown memory as it was at the end of a day (ISO date): without later dated items and the lines indented below them.
 * `last_updated` and `session_count` in the front matter are set back.
 */
export function textOnDay(text: string, day: string): string {
  const kept: string[] = []
  let isLater = false
  let sessionsLater = 0
  for (const line of text.split("\n")) {
    const isBelow: boolean = isLater && /^\s+\S/.test(line)
    isLater = isBelow || (dayOf(line) ?? "") > day
    if (!isLater) kept.push(line)
    else if (SESSION_LINE.test(line)) sessionsLater += 1
  }
  if (kept.length === text.split("\n").length) return text
  const last = writtenDays(kept.join("\n")).at(-1) ?? day
  return kept.map((line) => inFrontMatter(line, { last, sessionsLater })).join("\n")
}

function inFrontMatter(
  line: string,
  { last, sessionsLater }: { readonly last: string; readonly sessionsLater: number },
): string {
  const updated = /^last_updated: (\d{4}-\d{2}-\d{2})$/.exec(line)
  if (updated) return (updated[1] ?? "") > last ? `last_updated: ${last}` : line
  const sessions = /^session_count: (\d+)$/.exec(line)
  return sessions ? `session_count: ${Math.max(0, Number(sessions[1]) - sessionsLater)}` : line
}

function dayOf(line: string): string | null {
  const [, bracketed, logged] = DATED_ITEM.exec(line) ?? []
  return bracketed ?? logged ?? null
}
