import { sha256OfJson } from "@/lib/files/sha256"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { deliveryCounts } from "@/lib/db/compactions"
import { pathsBelow } from "@/lib/db/alerts/fixes"
import { readPolicies } from "@/lib/db/policies"
import { formatCount } from "@/lib/memory/text/sentence"
import { trimSummary } from "@/lib/memory/compaction/trim/plan-trim"
import type { Trim, TrimEntry, TrimStep } from "@/lib/memory/compaction/trim/trim-entry"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { policyOfMemory, type PolicySettings } from "@/lib/memory/policies/policy"
import { textLines } from "@/lib/memory/text/line-differences"
import { BY_INDEX } from "@/lib/memory/memory-files/topic-files"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { readFacts } from "../alerts/check-files"
import { runForPerson } from "../isolated/run-isolated"
import { planTrimUnit, keyOfStatement } from "./analyses"
import {
  type EarlierProposals,
  readEarlierProposals,
  maxLinesOf,
  type PlannedCompaction,
  targetView,
} from "./compaction-proposals"
import { type CompactionPlace } from "./target"
import { proposalsOfTrim, type TrimProposal } from "./trim-proposals"
import type { TrimPreview } from "./compaction-outputs"
import { parentFolder } from "@/lib/memory/memory-files/paths"

/**
 * Day until which entries count as verified if their removal was rejected, so that no later trim proposes
 * them again.
 */
const KEPT_FOR_GOOD = "9999-12-31"

/**
 * Plans the proposals that bring a file within its budget. `only`: indexes of the steps to propose, or null
 * for all.
 */
export async function planFileTrim(
  place: CompactionPlace,
  only: readonly number[] | null,
): Promise<Outcome<PlannedCompaction<TrimPreview>>> {
  const { target } = place
  const { head } = target
  if (head === null)
    return refused("invalid", `${target.path} does not exist yet, so there is nothing to trim`)
  const material = await readTrimMaterial(place, head)
  if (!material.ok) return material
  const { entries, lines, budget } = material.value
  const fitted = await trimToBudget(place, material.value)
  if (!fitted.ok) return fitted
  const { trim, built, after } = fitted.value
  const missing = Math.max(0, after - (budget ?? after))
  return done({
    view: {
      kind: "trim",
      shown: hashOfTrim(head, built),
      target: targetView(place, after),
      lines: { before: lines, after, budget },
      steps: stepViews(fitted.value, entries),
      missing,
      proposals: built.map(({ target: { path }, index, makes, changes, reason }) => ({
        path,
        steps: [...index],
        makes,
        changes: changes.length,
        reason,
      })),
      told: summaryOfTrim(material.value, fitted.value),
    },
    upTo: null,
    considered: entries.length,
    left: entries.length - new Set(trim.steps.flatMap((step) => step.entries)).size,
    proposals:
      only === null
        ? built
        : await proposalsOfTrim(place, { ...trimRequest(material.value, fitted.value), only }),
  })
}

interface TrimMaterial {
  readonly head: CurrentFile
  readonly entries: readonly TrimEntry[]
  /** Number of lines of the file now. */
  readonly lines: number
  /** Maximum number of lines of the file. Null: no limit. */
  readonly budget: number | null
  readonly settings: PolicySettings
  /** Paths that exist below the file's folder. */
  readonly taken: readonly string[]
  readonly earlier: EarlierProposals
}

async function readTrimMaterial(place: CompactionPlace, head: CurrentFile): Promise<Outcome<TrimMaterial>> {
  const { team, project, target } = place
  const [[read], policies, given, earlier, taken] = await Promise.all([
    readFacts(team.id, [head.id]),
    readPolicies(wholeTeamUnchecked(team.id)),
    deliveryCounts(wholeTeamUnchecked(team.id), head.id),
    readEarlierProposals(place, "trim"),
    pathsBelow(
      wholeTeamUnchecked(team.id),
      project.id,
      head.path.includes("/") ? `${parentFolder(head.path)}/` : "",
    ),
  ])
  if (read === undefined) return refused("not-found", `${head.path} no longer exists`)
  const kept = new Set(earlier.refused.map(({ key }) => key))
  const audiences = new Map(
    target.reading.format
      .parse(target.text, target.reading.path)
      .sections.map(({ name, audience }) => [name, JSON.stringify(audience)]),
  )
  const entries = read.facts.entries.map((entry): TrimEntry => ({
    id: entry.id,
    text: entry.text,
    section: entry.section,
    line: entry.line,
    lines: entry.endLine - entry.line + 1,
    date: entry.date,
    type: entry.type,
    accessed: given.get(entry.id) ?? 0,
    retired: entry.state === "retired",
    vouchedUntil: kept.has(keyOfStatement(entry.text)) ? KEPT_FOR_GOOD : entry.vouchedUntil,
    keptOn: entry.keptOn,
    audience: (entry.section === null ? undefined : audiences.get(entry.section)) ?? "",
  }))
  return done({
    head,
    entries,
    lines: read.facts.lines,
    budget: maxLinesOf(head),
    settings: policyOfMemory(policies, read.file),
    taken,
    earlier,
  })
}

interface TrimAttempt {
  readonly trim: Trim
  readonly built: TrimProposal[]
  readonly together: boolean
  readonly firstLink: string | null
  /** Number of lines of the file if all proposals are approved. */
  readonly after: number
}

/** Returns the smallest trim that fits the budget. If none fits, returns the largest one. */
async function trimToBudget(place: CompactionPlace, material: TrimMaterial): Promise<Outcome<TrimAttempt>> {
  const aim = material.budget ?? material.lines
  const inPlace = await trimTo(place, material, { aim, together: false })
  // Links to new files under each heading take more blank lines than links in one place.
  const first =
    !inPlace.ok || inPlace.value.after <= aim
      ? inPlace
      : await trimTo(place, material, { aim, together: true })
  if (!first.ok) return first
  const { after, trim, together } = first.value
  if (after === aim || trim.steps.length === 0 || (after > aim && !trim.fits)) return first
  // Removed entries take blank lines with them, and links to new files bring some, so that the estimate is off.
  const second = await trimTo(place, material, { aim: 2 * aim - after, together })
  return second.ok ? done(closerTo(aim, first.value, second.value)) : second
}

/** Returns the attempt that fits with the fewest removed lines, or the shorter result if the first does not fit. */
function closerTo(aim: number, first: TrimAttempt, second: TrimAttempt): TrimAttempt {
  if (first.after > aim) return second.after < first.after ? second : first
  return second.after > aim ? first : second
}

async function trimTo(
  place: CompactionPlace,
  material: TrimMaterial,
  { aim, together }: { readonly aim: number; readonly together: boolean },
): Promise<Outcome<TrimAttempt>> {
  const { target, today } = place
  const { head, entries, lines, settings } = material
  const asked = {
    path: target.path,
    entries,
    lines,
    budget: aim,
    today,
    staleDays: settings.staleDays,
    staleDaysByType: settings.staleDaysByType,
    moves: head.role === "index" && BY_INDEX.has(head.format),
  }
  const planned = await runForPerson(planTrimUnit, asked, `The entries in ${head.path}`)
  if (!planned.ok) return planned
  const { trim, firstLink } = planned.value
  const built = await proposalsOfTrim(place, {
    ...trimRequest(material, { trim, together, firstLink }),
    only: null,
  })
  const written = writeChanges(
    { ...target.reading, text: target.text },
    target.entries,
    built.flatMap((one) => (one.target === target ? one.changes : [])),
  )
  const after = written.ok ? textLines(written.text).length : trim.left
  return done({ trim, built, together, firstLink, after })
}

const trimRequest = (
  { entries, taken, earlier }: TrimMaterial,
  { trim, together, firstLink }: Pick<TrimAttempt, "trim" | "together" | "firstLink">,
) => ({ steps: trim.steps, together, firstLink, entries, taken, earlier })

function stepViews({ trim, built }: TrimAttempt, entries: readonly TrimEntry[]): TrimPreview["steps"] {
  const shownEntry = (id: string) =>
    entries.flatMap((entry) => (entry.id === id ? [{ id, text: entry.text, line: entry.line }] : []))
  return trim.steps.map((step: TrimStep, index) => ({
    index,
    how: step.kind,
    rule: step.rule,
    entries: step.entries.flatMap(shownEntry),
    into: step.kind === "move" ? null : (shownEntry(step.into ?? "")[0] ?? null),
    to: built.find(({ makes, index: of }) => makes && of.includes(index))?.target.path ?? null,
    text: step.text ?? null,
    reason: step.why,
    saves: step.lines,
  }))
}

function hashOfTrim({ id, revision }: CurrentFile, proposals: readonly TrimProposal[]): string {
  const gist = [
    "trim",
    id,
    revision,
    proposals.map(({ target: { path }, changes, waiting }) => [
      path,
      waiting,
      changes.map((change) => ("entry" in change ? [change.kind, change.entry] : [change.kind, change.text])),
    ]),
  ]
  return sha256OfJson(gist)
}

function summaryOfTrim({ lines, budget }: TrimMaterial, { trim, after }: TrimAttempt): string {
  if (budget === null) return `${formatCount(lines, "line")}, no budget. Set one in Settings > Policies`
  return trimSummary({ lines, budget }, after, trim.stuck)
}
