import { newId } from "@/lib/db/infra/identifiers"
import type { CitedEntry, SynthesisRow } from "@/lib/db/coach/syntheses"
import {
  coachStatement,
  planPublishing,
  type PublishedClaim,
  type PublishPlan,
  sectionOfClaim,
  type ToPublish,
} from "@/lib/memory/coach/coach-file"
import type { ClaimKind } from "@/lib/memory/coach/kinds"
import { formatCount } from "@/lib/memory/numbers/format-count"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type WriteResult, writeChanges } from "@/lib/memory/proposals/write-changes"
import { onOneLine } from "../../sessions/inputs"
import { citationsOf, claimText } from "../coach-outputs"
import type { CoachText } from "./coach-memory"

type ClaimRow = SynthesisRow["claims"][number]

/** Returns the claims that were accepted for the brief. Promotions are written by their proposals. */
export const publishedClaims = (row: Pick<SynthesisRow, "claims">): ClaimRow[] =>
  row.claims.filter((one) => (one.state === "accepted" || one.state === "edited") && one.becomes === "brief")

export interface Composed {
  readonly text: string
  /** Entry ids, in the order of the text. */
  readonly ids: readonly (string | null)[]
  readonly plan: PublishPlan
  /** Each claim with the entry that contains it. */
  readonly claims: readonly {
    readonly position: number
    readonly entry: string
    readonly written: string | null
  }[]
}

interface ToCompose {
  readonly row: SynthesisRow
  readonly replaced: SynthesisRow | null
  readonly cited: readonly CitedEntry[]
  /** Entries that other published syntheses need. */
  readonly others: readonly PublishedClaim[]
  /** Slug of the project of the file. */
  readonly project: string
  /** ISO day. */
  readonly day: string
}

/**
 * Returns the coach's memory with the claims of a synthesis, a line in the session log, and updated counts
 * and dates.
 */
export function composeCoachMemory(
  { text, entries, reading }: Pick<CoachText, "text" | "entries" | "reading">,
  { row, replaced, cited, others, project, day }: ToCompose,
): Outcome<Composed> {
  const { path, format } = reading
  const promoted = row.claims.filter((one) => one.becomes === "promotion").length
  const before = (replaced?.claims ?? []).flatMap((one): PublishedClaim[] =>
    one.entryId === null ? [] : [{ entry: one.entryId, written: one.written }],
  )
  const named = row.projectId === null ? cited.filter((one) => one.project === project) : cited
  const claims = statementsOf(row, named, /\.jsonl?$/.test(path))
  const write = (said: readonly ToPublish[]) => {
    const plan = planPublishing(entries, { claims: said, before, others, day })
    return { plan, written: writeChanges({ format, path, text }, entries, plan.changes) }
  }
  const stands = (said: readonly ToPublish[]) => isDated(write(said).written, said)
  // Claims whose line breaks would split them or separate them from their date are written on one line.
  const fitting = stands(claims)
    ? claims
    : claims.map(
        (one) =>
          [one, { ...one, statement: inOneLine(one.statement) }].find((layout) => stands([layout])) ?? one,
      )
  const { plan, written } = write(fitting)
  if (!written.ok) {
    const misfit = fitting.find((one) => !write([one]).written.ok)
    return refused(
      "conflict",
      misfit === undefined
        ? `${path}: ${written.why}`
        : `claim ${misfit.position + 1} cannot be written to ${path}: ${written.why}. Undo its decision, then edit or reject it`,
    )
  }
  const logged = logPublishing(written.text, reading, {
    date: day,
    summary: `${onOneLine(row.title)} published: ${formatCount(publishedClaims(row).length, "claim")}${promoted === 0 ? "" : `, ${promoted} promoted`}`,
    outcome: "success",
  })
  if (!logged.ok) return logged
  const now = format.parse(logged.value, path).entries
  if (now.length !== written.ids.length)
    return refused("conflict", `${path} ends in an unclosed block. Close the block first`)
  const statements = new Map(now.map((entry, place) => [written.ids[place], entry.text]))
  const added = plan.changes.flatMap((change) => ("id" in change ? [change.id] : []))
  return done({
    text: logged.value,
    ids: written.ids,
    plan,
    claims: [
      ...[...plan.kept].map(([position, one]) => ({ position, ...one })),
      ...plan.added.flatMap((positions, place) =>
        positions.map((position) => ({
          position,
          entry: added[place] ?? "",
          written: statements.get(added[place] ?? "") ?? null,
        })),
      ),
    ],
  })
}

/** Removes a leading list marker, which would start a new item after the date. */
const inOneLine = (statement: string): string => onOneLine(statement).replace(/^(?:[-*+] )+/, "")

/**
 * True if every written claim has its date. If the layout has no room for one date, all claims lose their
 * dates.
 */
function isDated(written: WriteResult, said: readonly ToPublish[]): boolean {
  return (
    written.ok &&
    said.every(
      ({ id }) => !written.ids.includes(id) || written.parsed.entries[written.ids.indexOf(id)]?.date !== null,
    )
  )
}

/**
 * Returns the claims to publish, with the agents behind each claim. For a synthesis of the whole team, only
 * agents in `cited` are named, because the file must not name agents or files of other projects.
 */
function statementsOf(row: SynthesisRow, cited: readonly CitedEntry[], isStore: boolean): ToPublish[] {
  const known = new Map(cited.map((one) => [one.entry, one]))
  return publishedClaims(row).map((one) => {
    const from = citationsOf(one)
      .filter(({ entry }) => row.projectId !== null || known.has(entry))
      .map(({ entry, path }) => known.get(entry)?.agent ?? path)
    return {
      position: one.position,
      id: newId(),
      statement: coachStatement({ text: claimText(one), agent: row.agentName, from }),
      section: isStore ? null : sectionOfClaim(one.kind as ClaimKind),
    }
  })
}

function logPublishing(
  text: string,
  { format, path }: CoachText["reading"],
  session: { readonly date: string; readonly summary: string; readonly outcome: string },
): Outcome<string> {
  try {
    return done(format.closeSession?.(text, path, session) ?? text)
  } catch (cause) {
    if (cause instanceof RangeError) return refused("conflict", `${path}: ${cause.message}`)
    throw cause
  }
}
