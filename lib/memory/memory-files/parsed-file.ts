import type { Audience, ParsedFile } from "./format"

/** True if nothing of a file could be parsed: it has no entry and at least one error. */
export const isBroken = ({ entries, diagnostics }: Pick<ParsedFile, "entries" | "diagnostics">): boolean =>
  entries.length === 0 && diagnostics.some((one) => one.severity === "error")

/**
 * Returns the number of sessions of a file: the stated count, because a log may have been shortened, or the
 * number of records if that is higher.
 */
export const sessionsOfFile = ({ meta, sessions }: ParsedFile): number =>
  Math.max(meta.sessionCount ?? 0, sessions.length)

/** Returns the section of an entry; null before the first heading. */
export const sectionOfEntry = (
  parsed: ParsedFile,
  entry: { readonly section: number | null },
): string | null => (entry.section === null ? null : (parsed.sections[entry.section]?.name ?? null))

/** Returns readers as one word: "everyone", "coordinator" or "role:NAME". */
export function audienceText(audience: Audience): string {
  return audience.kind === "role" ? `role:${audience.role}` : audience.kind
}
