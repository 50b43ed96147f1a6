import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { randomBytes } from "node:crypto"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { findConflicts } from "@/lib/operations/conflicts/find/find"
import { listConflicts, showConflict } from "@/lib/operations/conflicts/conflicts"
import { resolveConflict } from "@/lib/operations/conflicts/resolve"
import type { ConflictSummary } from "@/lib/operations/conflicts/conflict-outputs"
import { runOperation } from "@/lib/operations/operation"
import { offerFiles, startAndWait } from "../imports/import-folder"
import { memoryOf, memoryPath } from "../imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../data/people"

interface Team {
  readonly id: string
  readonly slug: string
}

/** Path of the memory file of a scope. Source: memory protocol. */
export const scopePath = (scope: "project" | "team" | "global", id = "ledger") =>
  scope === "global" ? "memory/global/memory.json" : `memory/${scope}s/${id}/memory.json`

export const scopeMemory = (statements: readonly string[]): string =>
  `${JSON.stringify({ version: "1.0", entries: statements.map((content, place) => ({ id: `m-${place}`, type: "convention", content, confidence: 0.9, created_at: "2026-01-02T00:00:00Z" })) }, null, 2)}\n`

/** Two contradicting statements; each number gives a different subject. */
export const PAIR = (number: number): readonly [string, string] => [
  `[2026-01-02] The ${subject(number)} service listens on port ${4000 + number}`,
  `[2026-02-03] The ${subject(number)} service listens on port ${9000 + number}`,
]

/** A unique word for a number. */
function subject(number: number): string {
  const syllable = (place: number) => `${"bdfgklmnprstvz"[place % 14]}${"aeiou"[Math.floor(place / 14) % 5]}`
  const [turn, place] = [Math.floor(number / 70), number % 70]
  return `${syllable(place)}${syllable((place * 31 + turn * 11 + 7) % 70)}r`
}

/** A team with a lead and a project with these files, after conflict detection. */
export async function givenConflicts(files: Readonly<Record<string, string>>, { project = "ledger" } = {}) {
  const team = await givenTeam()
  const lead = await actorOf(await givenPerson({ team, role: "lead" }))
  await importFiles(team, files, { project })
  await findConflicts(systemActor(), wholeTeamUnchecked(team.id), { because: "import" })
  return { team, lead, project }
}

export async function importFiles(
  team: Team,
  files: Readonly<Record<string, string>>,
  { project = "ledger" } = {},
): Promise<void> {
  await startAndWait(team, (await offerFiles(team, `/srv/${project}`, files, { project })).run)
}

/** A memory file of one agent with both statements of these pairs. */
export const memoryWith = (agent: string, ...numbers: readonly number[]): Record<string, string> => ({
  [memoryPath(agent)]: memoryOf(
    agent,
    numbers.flatMap((number) => [...PAIR(number)]),
  ),
})

export async function conflictsOf(
  team: Team,
  more: Readonly<Record<string, unknown>> = {},
  actor: Actor = systemActor(),
): Promise<ConflictSummary[]> {
  return expectDone(await runOperation(listConflicts, actor, { team: team.slug, ...more }))
    .conflicts as ConflictSummary[]
}

export const shownNow = async (actor: Actor, conflict: string): Promise<string> =>
  expectDone(await runOperation(showConflict, actor, { conflict })).shown

/** Previews a resolution, then applies it. */
export async function resolve(actor: Actor, conflict: string, more: Readonly<Record<string, unknown>>) {
  return runOperation(resolveConflict, actor, { conflict, shown: await shownNow(actor, conflict), ...more })
}

export async function detectConflicts(
  team: Team,
  more: Omit<Parameters<typeof findConflicts>[2], "because"> = {},
) {
  return findConflicts(systemActor(), wholeTeamUnchecked(team.id), { because: "sweep", ...more })
}

/** The text of every file with the IDs and statements of its entries, to compare before and after. */
export async function entriesIn(
  team: Team,
): Promise<Readonly<Record<string, { text: string; entries: readonly string[] }>>> {
  const files = await database().memoryFile.findMany({
    where: { teamId: team.id },
    orderBy: { path: "asc" },
    include: { revisions: true },
  })
  const entries = await database().entry.findMany({
    where: { teamId: team.id },
    orderBy: { position: "asc" },
  })
  return Object.fromEntries(
    files.map((file) => [
      file.path,
      {
        text: file.revisions.find((one) => one.number === file.head)?.text ?? "",
        entries: entries.filter((one) => one.fileId === file.id).map((one) => `${one.id} ${one.text}`),
      },
    ]),
  )
}

/** A conflict between team memory and project memory. Each one has a pair of its own. */
export async function givenConflict(
  team: Team,
  { project = "ledger", agent = "conflict-tester" } = {},
): Promise<{ conflict: string; shown: string }> {
  const path = memoryPath(agent)
  const known = await database().memoryFile.findFirst({ where: { teamId: team.id, path } })
  if (!known)
    await startAndWait(team, (await offerFiles(team, `/srv/${agent}`, memoryWith(agent, 1), { project })).run)
  const file = known ?? (await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path } }))
  const entries = await database().entry.findMany({
    where: { teamId: team.id, fileId: file.id },
    orderBy: { position: "asc" },
    take: 2,
  })
  const [id, key] = [newId(), new Uint8Array(randomBytes(32))]
  await database().conflict.create({
    data: {
      teamId: team.id,
      id,
      kind: "same-scope",
      finding: "contradiction",
      state: "open",
      projectId: file.projectId,
      pair: key,
      placeKey: key,
      openKey: key,
      evidence: { message: "one says 4001, the other 9001", words: "4001 / 9001", score: 0.9 },
      foundBy: "sweep",
      sides: {
        create: entries.map((entry, place) => ({
          entryId: entry.id,
          fileId: file.id,
          side: place === 0 ? "left" : "right",
          text: entry.text,
        })),
      },
    },
  })
  return { conflict: id, shown: await shownNow(systemActor(), id) }
}
