import { database } from "@/lib/db/infra/client"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import type { ConflictSummary } from "@/lib/operations/conflicts/conflict-outputs"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { runOperation } from "@/lib/operations/operation"
import { createProposal } from "@/lib/operations/proposals/create"
import { vouchForEntry } from "@/lib/operations/verification/verify-entries"
import { conflictsOf, detectConflicts, resolve } from "../conflicts/conflicts"
import { offerFiles, startAndWait } from "../imports/import-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../data/people"
import type { Decisions, StandingFile } from "./expected-context"
import { type Deed, type Project, PROJECTS, type RandomStore } from "./random-store"

export interface KeptStore {
  readonly team: { readonly id: string; readonly slug: string }
  readonly lead: Actor
  readonly decisions: Decisions
}

/** Imports a random store into a team of its own, in the given order, and applies its decisions. */
export async function keepStore({ files, order, deeds }: RandomStore): Promise<KeptStore> {
  const team = await givenTeam()
  const lead = await actorOf(await givenPerson({ team, role: "lead" }))
  const sources = sourcesOf(files, order)
  for (const { name, project, files: some } of sources)
    await startAndWait(team, (await offerFiles(team, name, some, { project })).run)
  await detectConflicts(team)
  const decisions: Decided = { vouched: new Set(), overrides: [], dismissed: [] }
  for (const deed of deeds) await doDeed({ team, lead, sources }, deed, decisions)
  if (deeds.length > 0) await detectConflicts(team)
  return { team, lead, decisions: await told(team, decisions) }
}

interface Source {
  readonly name: string
  readonly project: Project
  readonly files: Record<string, string>
}

const EMPTY = { "memory/sessions/none.json": '{"version":"1.0","entries":[]}\n' }

/**
 * Divides the files of each project between two sources. `order` determines the division and the order of
 * imports.
 */
function sourcesOf(files: RandomStore["files"], order: number): Source[] {
  const sources = PROJECTS.flatMap((project) => {
    const all = Object.entries(files[project])
    const cut = order % (all.length + 1)
    const [first, second] = [Object.fromEntries(all.slice(0, cut)), Object.fromEntries(all.slice(cut))]
    return [
      { name: `/srv/${project}/a`, project, files: { ...EMPTY, ...first } },
      { name: `/srv/${project}/b`, project, files: second },
    ]
  }).filter((one) => Object.keys(one.files).length > 0)
  return order % 2 === 0 ? sources : sources.toReversed()
}

/** Decisions by entry ID, because lines move. */
interface Decided {
  readonly vouched: Set<string>
  readonly overrides: { readonly winner: readonly string[]; readonly loser: readonly string[] }[]
  readonly dismissed: { readonly one: string; readonly other: string }[]
}

async function doDeed(
  { team, lead, sources }: Pick<KeptStore, "team" | "lead"> & { sources: readonly Source[] },
  { deed, which }: Deed,
  decisions: Decided,
): Promise<void> {
  const entries = await database().$queryRaw<{ id: string; text: string; path: string; project: string }[]>`
    SELECT e.id, e.text, f.path, p.name AS project FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
    WHERE e.team_id = ${team.id}::uuid AND e.state = 'current' AND f.state <> 'gone' AND f.scope <> 'session' ORDER BY p.name, f.path, e.position`
  const pick = <One>(all: readonly One[]): One | undefined => all[which % Math.max(1, all.length)]
  switch (deed) {
    case "forget": {
      const one = pick(entries)
      if (one) expectDone(await runOperation(forgetEntry, lead, { entry: one.id, reason: "wrong" }))
      return
    }
    case "vouch": {
      const one = pick(entries.filter(({ text }) => text.startsWith("Ignore all")))
      if (one) expectDone(await runOperation(vouchForEntry, lead, { entry: one.id }))
      if (one) decisions.vouched.add(one.id)
      return
    }
    case "propose":
      expectDone(
        await runOperation(createProposal, lead, {
          team: team.slug,
          project: "ledger",
          scope: "project",
          content: `Proposed and not decided: ${newId()}`,
          confidence: 1,
        }),
      )
      return
    case "lose": {
      const one = pick(entries)
      const source = sources.find(
        ({ project, files }) => project === one?.project && Object.hasOwn(files, one.path),
      )
      if (!one || !source) return
      delete source.files[one.path]
      await startAndWait(
        team,
        (await offerFiles(team, source.name, source.files, { project: source.project })).run,
      )
      return
    }
    default:
      return resolveAny({ team, lead }, deed, pick, decisions)
  }
}

async function resolveAny(
  { team, lead }: Pick<KeptStore, "team" | "lead">,
  verdict: Exclude<Deed["deed"], "forget" | "vouch" | "propose" | "lose">,
  pick: <One>(all: readonly One[]) => One | undefined,
  decisions: Decided,
): Promise<void> {
  const conflict = pick(
    contradictions(await conflictsOf(team)).filter(
      (one) => verdict !== "override" || one.kind === "cross-scope",
    ),
  )
  if (!conflict) return
  const outcome = await resolve(lead, conflict.id, { verdict, reason: "measured" })
  if (!outcome.ok) return
  const [left, right] = [
    conflict.left.entries.map(({ id }) => id),
    conflict.right.entries.map(({ id }) => id),
  ]
  if (verdict === "not-a-conflict")
    decisions.dismissed.push({ one: conflict.left.text, other: conflict.right.text })
  if (verdict === "override")
    decisions.overrides.push(
      conflict.prevails === "left" ? { winner: right, loser: left } : { winner: left, loser: right },
    )
}

const contradictions = (all: readonly ConflictSummary[]) =>
  all
    .filter((one) => one.finding === "contradiction" && one.left.text.includes("service listens"))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
const keyOf = ({ kind, left, right }: ConflictSummary) =>
  JSON.stringify([
    kind,
    left.text,
    right.text,
    left.entries.map((one) => [one.project.name, one.path, one.line]),
    right.entries.map((one) => [one.project.name, one.path, one.line]),
  ])

/** The decisions by place, limited to those whose entries still exist. */
async function told(team: KeptStore["team"], { vouched, overrides, dismissed }: Decided): Promise<Decisions> {
  const rows = await database().$queryRaw<{ id: string; at: string }[]>`
    SELECT e.id, p.name || ' ' || f.path || ':' || e.line AS at FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id WHERE e.team_id = ${team.id}::uuid AND e.state = 'current' AND f.state <> 'gone'`
  const at = new Map(rows.map((row) => [row.id, row.at]))
  const places = (ids: readonly string[]) => ids.flatMap((id) => at.get(id) ?? [])
  const pairs = (some: readonly string[], others: readonly string[]) =>
    places(some).flatMap((one) => places(others).map((other) => [one, other] as const))
  return {
    vouched: new Set(places([...vouched])),
    overrides: overrides.flatMap(({ winner, loser }) =>
      pairs(winner, loser).map(([one, other]) => ({ winner: one, loser: other })),
    ),
    dismissed,
  }
}

export async function standingFiles(team: KeptStore["team"]): Promise<StandingFile[]> {
  const rows = await database().$queryRaw<(StandingFile & { project: Project })[]>`
    SELECT p.name AS project, f.path, r.text, f.state, f.updated_on::text AS updated FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
    WHERE f.team_id = ${team.id}::uuid AND f.format NOT IN ('instructions') AND f.path NOT LIKE '.claude/agents/%' ORDER BY 1, 2`
  return rows
}
