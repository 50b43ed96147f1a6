import type { Actor } from "@/lib/memory/teams/actor"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { ConflictRow } from "@/lib/db/conflicts/list"
import { sectionNames } from "@/lib/db/conflicts/sections"
import { consequencesOf } from "./consequences"
import { viewFileConflict } from "./resolve-file"
import type { LivingSide, Sides } from "./current-sides"
import { type StandingConflict, standingConflicts, conflictSummaryOf } from "./summary"
import type { ConflictDetail } from "./conflict-outputs"

/** Returns all about a conflict, compared with current memory. */
export async function conflictDetailOf(actor: Actor, row: ConflictRow, now: Date): Promise<ConflictDetail> {
  const [standing] = (await standingConflicts(actor, [row])) as [StandingConflict]
  const summary = conflictSummaryOf(standing, now)
  if (row.kind === "file") {
    const shown = await viewFileConflict(row.teamId, row.id)
    const file = shown && {
      source: shown.conflict.source,
      base: shown.conflict.base,
      ours: shown.conflict.ours,
      theirs: shown.conflict.theirs,
    }
    return {
      ...summary,
      file,
      narrowing: null,
      consequences: shown && row.state === "open" ? { ...shown.consequences } : {},
    }
  }
  const { sides } = standing
  const stands = row.state === "open" && sides.left.length > 0 && sides.right.length > 0
  return {
    ...summary,
    file: null,
    narrowing: stands ? await narrowingOf(row.teamId, sides) : null,
    consequences: stands ? consequencesOf(standing) : {},
  }
}

async function narrowingOf(teamId: string, sides: Sides): Promise<ConflictDetail["narrowing"]> {
  const names = await sectionNames(
    wholeTeamUnchecked(teamId),
    [...sides.left, ...sides.right].map((entry) => entry.fileId),
  )
  const of = (side: readonly LivingSide[], other: readonly LivingSide[]) => {
    const [first, ...more] = side.map((entry) => names.get(entry.fileId) ?? [])
    return {
      sections: (first ?? []).filter((name) => more.every((all) => all.includes(name))),
      text: narrowedText(side, other),
    }
  }
  return { left: of(sides.left, sides.right), right: of(sides.right, sides.left) }
}

/**
 * Returns the statement with a prefix that narrows it to its agent, category or project: the narrowest one
 * that the other side does not share.
 */
function narrowedText(side: readonly LivingSide[], other: readonly LivingSide[]): string {
  const text = side[0]?.text ?? ""
  const shared = (entries: readonly LivingSide[], of: (entry: LivingSide) => string | null) => {
    const [value, ...others] = new Set(entries.map(of))
    return others.length === 0 ? (value ?? null) : null
  }
  for (const [of, before] of [
    [(one: LivingSide) => one.agent, "For"],
    [(one: LivingSide) => one.category, "For"],
    [(one: LivingSide) => (one.scope === "project" ? one.project : null), "In"],
  ] as const) {
    const own = shared(side, of)
    if (own !== null && own !== shared(other, of)) return `${before} ${own}: ${text}`
  }
  return text
}
