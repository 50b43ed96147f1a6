import { count } from "@/components/data/count"
import type { Tone } from "@/components/ui/tag"
import type { Becomes, LayoutNow, Migration, PlannedEntry, Target, Totals, Write } from "./migration-types"

export const TARGETS: readonly { readonly to: Target; readonly name: string; readonly about: string }[] = [
  {
    to: "D",
    name: "Category files",
    about: "One file for each category, with a section for all and one for each role",
  },
  { to: "A", name: "Agents’ files", about: "A file of its own for each agent" },
]

export const LAYOUT_NAMES: Record<LayoutNow, string> = {
  A: "A file for each agent",
  B: "One file for all",
  C: "A shared file, one for each role",
  D: "One file with sections",
  mixed: "Of two layouts at once",
  none: "No memory yet",
}

/** "A → D: A file for each agent" is told by its letter and its words. */
export const layoutWords = (layout: LayoutNow): string =>
  layout === "mixed" || layout === "none" ? LAYOUT_NAMES[layout] : `${layout} · ${LAYOUT_NAMES[layout]}`

export const BECOMES: Record<Becomes, { readonly tone: Tone; readonly words: string }> = {
  made: { tone: "good", words: "made" },
  changed: { tone: "neutral", words: "changed" },
  removed: { tone: "caution", words: "removed" },
  same: { tone: "neutral", words: "stays" },
}

export const HOW: Record<PlannedEntry["how"], { readonly tone: Tone; readonly words: string }> = {
  moved: { tone: "neutral", words: "moved" },
  merged: { tone: "caution", words: "merged" },
  same: { tone: "neutral", words: "stays" },
}

const entries = (number: number) => count(number, "entry", "entries")

/** What the button does: "Migrate: makes 13 files, removes 42, moves 1,204 entries, loses none". */
export function consequenceOf({ made, removed, changed, moved, merged, lost }: Totals): string {
  const files = [
    ["makes", made],
    ["changes", changed],
    ["removes", removed],
  ].filter(([, number]) => number !== 0) as [string, number][]
  const filed = files.map(
    ([does, number], place) => `${does} ${place === 0 ? count(number, "file") : number.toLocaleString("en")}`,
  )
  const said = [
    ...filed,
    ...(moved > 0 ? [`moves ${entries(moved)}`] : []),
    ...(merged > 0 ? [`merges ${merged.toLocaleString("en")}`] : []),
    lost === 0 ? "loses none" : `loses ${lost.toLocaleString("en")}`,
  ]
  return `Migrate: ${said.join(", ")}`
}

/** "13 files made, 42 removed; 1,204 entries moved, none lost". */
export function migratedWords({
  counts: { made, removed, changed, moved, merged },
}: Pick<Migration, "counts">): string {
  const files = [
    [made, "made"],
    [changed, "changed"],
    [removed, "removed"],
  ].filter(([number]) => number !== 0) as [number, string][]
  const filed = files.map(
    ([number, words], place) =>
      `${place === 0 ? count(number, "file") : number.toLocaleString("en")} ${words}`,
  )
  return `${filed.join(", ") || "No file changed"}; ${entries(moved)} moved${merged > 0 ? `, ${merged.toLocaleString("en")} merged` : ""}, none lost`
}

/** What undoing does: "Undo: brings back 42 files, takes away 13". */
export function undoWords({ counts: { made, removed, changed } }: Pick<Migration, "counts">): string {
  const said = [
    ...(removed > 0 ? [`brings back ${count(removed, "file")}`] : []),
    ...(made > 0 ? [`takes away ${removed > 0 ? made.toLocaleString("en") : count(made, "file")}`] : []),
    ...(changed > 0 ? [`changes ${count(changed, "file")} back`] : []),
  ]
  return `Undo: ${said.join(", ") || "takes it back"}`
}

/** What became of a file: by whether it is there since, else by its text. The first revision made it. */
export function becameOf({ present, revision }: Pick<Write, "present" | "revision">): Becomes {
  if (present === false) return "removed"
  if (present === true || revision === 1) return "made"
  return revision === null ? "same" : "changed"
}
