import type { Visibility } from "@/lib/memory/teams/visibility"
import { type Citation, type CitedEntry, entriesAt, entriesCited } from "@/lib/db/coach/syntheses"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

/** A citation of a claim. */
export interface Cited {
  readonly entry?: string | undefined
  readonly path?: string | undefined
  readonly line?: number | undefined
}

interface CitingClaim {
  readonly citations: readonly Cited[]
}

const MOST_PROBLEMS = 10

/**
 * Resolves the citations of all claims. Refuses if one of them leads to no current entry, and lists the
 * invalid ones.
 */
export async function resolveCitations<Claim extends CitingClaim>(
  within: Visibility,
  claims: readonly Claim[],
): Promise<Outcome<(Omit<Claim, "citations"> & { citations: Citation[] })[]>> {
  const all = claims.flatMap((claim) => claim.citations)
  const [byId, byPlace] = await Promise.all([
    entriesCited(
      within,
      all.flatMap(({ entry }) => (entry === undefined ? [] : [entry])),
    ),
    entriesAt(
      within,
      all.flatMap(({ entry, path, line }) =>
        entry === undefined && path !== undefined && line !== undefined ? [{ path, line }] : [],
      ),
    ),
  ])
  const problems: string[] = []
  const resolved = claims.map((claim, place) => {
    if (claim.citations.length === 0) problems.push(`claim ${place + 1} has no citations`)
    const citations = claim.citations.flatMap((cited, number) => {
      const found = find(cited, byId, byPlace)
      if (typeof found !== "string") return [found]
      problems.push(
        `claim ${place + 1}${claim.citations.length > 1 ? `, citation ${number + 1}` : ""}: ${found}`,
      )
      return []
    })
    return { ...claim, citations: [...new Map(citations.map((one) => [one.entry, one])).values()] }
  })
  if (problems.length === 0) return done(resolved)
  const more = problems.length > MOST_PROBLEMS ? `; and ${problems.length - MOST_PROBLEMS} more` : ""
  return refused(
    "invalid",
    `${problems.slice(0, MOST_PROBLEMS).join("; ")}${more}. Each claim must cite at least one current entry, by ID or by path and line. Nothing was stored`,
  )
}

/** Returns the entry, or why it was not found. */
function find(cited: Cited, byId: readonly CitedEntry[], byPlace: readonly CitedEntry[]): Citation | string {
  const { entry, path, line } = cited
  if (entry !== undefined) {
    const found = byId.find((one) => one.entry === entry.toLowerCase())
    return found ? standing(found) : `entry not found: ${entry.slice(0, 80)}`
  }
  if (path === undefined || line === undefined) return "must have either an entry ID, or a path and a line"
  const found = byPlace.filter((one) => one.path === path && one.line <= line && line <= one.endLine)
  const [first] = found
  if (!first) return `${path.slice(0, 200)}:${line} is not part of an entry`
  const projects = [...new Set(found.map((one) => one.project))]
  return projects.length > 1
    ? `${path}:${line} exists in several projects (${projects.join(", ")}): cite the entry's ID, or name the project`
    : standing(first)
}

function standing({ entry, file, path, line, revision, text, state }: CitedEntry): Citation | string {
  return state === "current"
    ? { entry, file, path, line, revision, text }
    : `${path}:${line} is ${state}. Cite a current entry`
}
