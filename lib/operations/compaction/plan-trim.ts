import { createHash } from "node:crypto"
import { givenCounts } from "@/lib/db/compaction/compactions"
import { pathsBelow } from "@/lib/db/alerts/fixes"
import { readPolicies } from "@/lib/db/policies/policies"
import { counted } from "@/lib/memory/alerts/counted"
import type { TrimEntry, TrimStep } from "@/lib/memory/compaction/trim/trim-entry"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { textLines } from "@/lib/memory/text/text-lines"
import { BY_INDEX } from "@/lib/memory/memory-files/topic-file"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { readFacts } from "../alerts/look-at-files"
import { runForPerson } from "../isolated/run-for-person"
import { planTrimUnit } from "./analyses"
import { readEarlier } from "./earlier"
import { allowedLines, type Planned, targetView } from "./planned"
import type { CompactionPlace } from "./target"
import { proposalsOfTrim } from "./trim-proposals"
import type { TrimPreview } from "./compaction-outputs"
import { keyOfStatement } from "./waiting-in"
import { folderOf } from "./workspaces"

/** Somebody would not let go of it: no later trim asks again. */
const KEPT_FOR_GOOD = "9999-12-31"

/** How a file comes within its budget, by proposals alone; `only`: of these steps. */
export async function planFileTrim(
  place: CompactionPlace,
  only: readonly number[] | null,
): Promise<Outcome<Planned<TrimPreview>>> {
  const { team, project, target, today } = place
  const { head } = target
  if (head === null) return refused("invalid", `${target.path} does not exist yet: nothing to trim`)
  const [[read], policies, given, earlier, taken] = await Promise.all([
    readFacts(team.id, [head.id]),
    readPolicies(team.id),
    givenCounts(team.id, head.id),
    readEarlier(place, "trim"),
    pathsBelow(team.id, project.id, head.path.includes("/") ? `${folderOf(head.path)}/` : ""),
  ])
  if (read === undefined) return refused("not-found", `${head.path} no longer exists`)
  const { facts } = read
  const settings = policyOfMemory(policies, read.file)
  const kept = new Set(earlier.refused.map(({ key }) => key))
  const sections = new Map(
    target.reading.format
      .parse(target.text, target.reading.path)
      .sections.map(({ name, audience }) => [name, JSON.stringify(audience)]),
  )
  const entries = facts.entries.map((entry): TrimEntry => ({
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
    audience: (entry.section === null ? undefined : sections.get(entry.section)) ?? "",
  }))
  const budget = allowedLines(head)
  const trimTo = async (aim: number, together: boolean) => {
    const asked = {
      path: target.path,
      entries,
      lines: facts.lines,
      budget: aim,
      today,
      staleDays: settings.staleDays,
      staleDaysByType: settings.staleDaysByType,
      moves: head.role === "index" && BY_INDEX.has(head.format),
    }
    const planned = await runForPerson(planTrimUnit, asked, `The entries of ${head.path}`)
    if (!planned.ok) return planned
    const { trim, firstLink } = planned.value
    const built = await proposalsOfTrim(place, {
      steps: trim.steps,
      only: null,
      together,
      firstLink,
      entries,
      taken,
      earlier,
    })
    const written = writeChanges(
      { ...target.reading, text: target.text },
      target.entries,
      built.flatMap((one) => (one.target === target ? one.changes : [])),
    )
    const after = written.ok ? textLines(written.text).length : trim.left
    return done({ trim, built, together, firstLink, after })
  }
  const aim = budget ?? facts.lines
  const inPlace = await trimTo(aim, false)
  // A line of its own under each heading takes more blanks than all of them in one place.
  const first = !inPlace.ok || inPlace.value.after <= aim ? inPlace : await trimTo(aim, true)
  if (!first.ok) return first
  const fitting = first.value
  // What leaves takes blanks with it, so that less has to go than was reckoned.
  const less =
    fitting.after < aim && fitting.trim.steps.length > 0
      ? await trimTo(2 * aim - fitting.after, fitting.together)
      : first
  if (!less.ok) return less
  const { trim, built, after, together, firstLink } = less.value.after <= aim ? less.value : fitting
  const shownEntry = (id: string) =>
    entries.flatMap((entry) => (entry.id === id ? [{ id, text: entry.text, line: entry.line }] : []))
  const steps = trim.steps.map((step: TrimStep, index) => ({
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
  const shown = createHash("sha256")
    .update(
      JSON.stringify([
        "trim",
        head.id,
        head.revision,
        built.map(({ target: { path }, changes, waiting }) => [
          path,
          waiting,
          changes.map((change) =>
            "entry" in change ? [change.kind, change.entry] : [change.kind, change.text],
          ),
        ]),
      ]),
    )
    .digest("hex")
  const missing = Math.max(0, after - (budget ?? after))
  return done({
    view: {
      kind: "trim",
      shown,
      target: targetView(place, after),
      lines: { before: facts.lines, after, budget },
      steps,
      missing,
      proposals: built.map(({ target: { path }, index, makes, changes, reason }) => ({
        path,
        steps: [...index],
        makes,
        changes: changes.length,
        reason,
      })),
      told:
        budget === null
          ? `${counted(facts.lines, "line")}, no budget: set one in Settings > Policies`
          : missing === 0 && after < facts.lines
            ? `${counted(facts.lines, "line")}, then ${after.toLocaleString("en")} of ${budget.toLocaleString("en")}`
            : trim.told,
    },
    upTo: null,
    considered: entries.length,
    left: entries.length - new Set(trim.steps.flatMap((step) => step.entries)).size,
    proposals:
      only === null
        ? built
        : await proposalsOfTrim(place, {
            steps: trim.steps,
            only,
            together,
            firstLink,
            entries,
            taken,
            earlier,
          }),
  })
}
