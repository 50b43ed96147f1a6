import type { Visibility } from "@/lib/memory/teams/visibility"
import { type Citation, type CitedEntry, entriesAt, entriesCited } from "@/lib/db/coach/syntheses"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { rejectedClaims } from "@/lib/db/coach/claim-decisions"
import {
  type DraftClaim,
  type PromoteTo,
  type CoachMaterial,
  type ClaimKind,
  LONGEST_CLAIM,
  MOST_CITATIONS,
  MOST_CLAIMS,
} from "@/lib/memory/coach/synthesis"
import { type ComparableClaim, wasRejected } from "@/lib/memory/coach/claim-comparison"
import { guardText } from "../guard/secrets-and-flags"

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

export interface AcceptedClaim {
  readonly text: string
  readonly kind: ClaimKind
  readonly confidence: number
  readonly citations: readonly Citation[]
  readonly promote: PromoteTo | null
}

/** The drafted claims that may be stored, and notes on the other drafts. */
export interface AcceptedDrafts {
  readonly claims: AcceptedClaim[]
  readonly notes: string[]
}

/** The entries that drafts may cite: all entries that the coach read, or only the cited ones. */
export type CitedMaterial = Pick<CoachMaterial, "entries" | "agents">

type Fault = "invented" | "flagged" | "gone" | "secret" | "long" | "many" | "rejected"

/**
 * Returns the drafts that cite current, unflagged entries of the material. A draft that cites an entry outside the material is left out
 * entirely, because its other citations cannot be trusted either. Claims that a curator rejected are left out, too.
 */
export async function acceptDrafts(
  within: Visibility,
  material: CitedMaterial,
  drafts: readonly DraftClaim[],
): Promise<AcceptedDrafts> {
  const cited = [...new Set(drafts.flatMap((one) => one.citations))]
  const wanted = new Set(cited)
  const shown = new Map(material.entries.filter((one) => wanted.has(one.id)).map((one) => [one.id, one]))
  const rejected = (await rejectedClaims(within)).map(({ kind, text, citations }): ComparableClaim => ({
    kind: kind as ClaimKind,
    text,
    cites: (citations as Citation[]).map((one) => ({ entry: one.entry, text: one.text })),
  }))
  const standing = new Set(
    (await entriesCited(within, cited)).flatMap((one) => (one.state === "current" ? [one.entry] : [])),
  )
  const faults = new Map<Fault, number>()
  const kept = drafts.flatMap((draft) => {
    const citations = [...new Set(draft.citations)]
    const left = citations.filter((id) => standing.has(id)).slice(0, MOST_CITATIONS)
    const text = draft.text.trim()
    const cites = left.map((entry) => ({ entry, text: shown.get(entry)?.text ?? "" }))
    const fault =
      citationFault(citations, shown) ??
      (left.length === 0 ? "gone" : null) ??
      textFault(text) ??
      (wasRejected({ kind: draft.kind, text, cites }, rejected) ? "rejected" : null)
    if (fault === null)
      return [
        {
          ...draft,
          text,
          confidence: Math.min(1, Math.max(0, draft.confidence)),
          promote: placed(draft.promote, material),
          citations: left.map((entry) => ({ entry })),
        },
      ]
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
    return []
  })
  if (kept.length > MOST_CLAIMS) faults.set("many", kept.length - MOST_CLAIMS)
  const resolved = await resolveCitations(within, kept.slice(0, MOST_CLAIMS))
  // Cited entries changed between the two reads. The next run reads the new text.
  if (!resolved.ok)
    return {
      claims: [],
      notes: [
        `Memory changed while the result was being stored, so nothing was saved. Start the run again. ${resolved.message}`,
      ],
    }
  // Keeps the text that the coach read, so that a later change is shown as a change.
  const asRead = (cited: Citation): Citation => ({
    ...cited,
    text: shown.get(cited.entry)?.text ?? cited.text,
  })
  return {
    claims: resolved.value.map((one) => ({ ...one, citations: one.citations.map(asRead) })),
    notes: [...faults].map(([fault, count]) => WORDS[fault](count)),
  }
}

function citationFault(
  citations: readonly string[],
  shown: ReadonlyMap<string, CoachMaterial["entries"][number]>,
): Fault | null {
  if (citations.length === 0 || citations.some((id) => !shown.has(id))) return "invented"
  return citations.some((id) => (shown.get(id)?.flags.length ?? 0) > 0) ? "flagged" : null
}

function textFault(text: string): Fault | null {
  if (text === "" || text.length > LONGEST_CLAIM) return "long"
  return guardText(text).secrets.length > 0 ? "secret" : null
}

/** Returns the suggested memory, or null if its category does not exist in that project. */
function placed(promote: PromoteTo | null, { entries, agents }: CitedMaterial): PromoteTo | null {
  if (promote === null || promote.kind === "team") return promote
  return [...agents, ...entries].some(
    (one) => one.category === promote.category && one.project === promote.project,
  )
    ? promote
    : null
}

const claims = (count: number) => (count === 1 ? "1 claim was" : `${count} claims were`)
const they = (count: number, one: string, several: string) => (count === 1 ? one : several)

const WORDS: Record<Fault, (count: number) => string> = {
  invented: (count) =>
    `${claims(count)} skipped: ${they(count, "it cites", "they cite")} no entries, or entries that the coach did not receive.`,
  flagged: (count) =>
    `${claims(count)} skipped: ${they(count, "it cites", "they cite")} entries that need review first.`,
  gone: (count) =>
    `${claims(count)} skipped: the entries ${they(count, "it cites", "they cite")} are no longer current.`,
  secret: (count) =>
    `${claims(count)} skipped: ${they(count, "it contains", "they contain")} a possible secret.`,
  long: (count) =>
    `${claims(count)} skipped: ${they(count, "it is", "they are")} empty or longer than ${LONGEST_CLAIM.toLocaleString("en")} characters.`,
  rejected: (count) =>
    `${claims(count)} skipped: a curator rejected ${they(count, "it", "them")} before, and the entries ${they(count, "it cites", "they cite")} have not changed.`,
  many: (count) => `${claims(count)} skipped: a synthesis can have at most ${MOST_CLAIMS} claims.`,
}
