import type { Visibility } from "@/lib/memory/teams/visibility"
import { rejectedClaims } from "@/lib/db/coach/claim-decisions"
import { type Citation, entriesCited } from "@/lib/db/coach/syntheses"
import type { DraftClaim, PromoteTo } from "@/lib/memory/coach/draft"
import { type ClaimKind, LONGEST_CLAIM, MOST_CITATIONS, MOST_CLAIMS } from "@/lib/memory/coach/kinds"
import type { CoachMaterial } from "@/lib/memory/coach/material"
import { type ComparableClaim, wasRejected } from "@/lib/memory/coach/rejected-claim"
import { guardText } from "../../guard/secrets-and-flags"
import { resolveCitations } from "../claim-citations"

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
