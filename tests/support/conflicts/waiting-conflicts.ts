import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import type { Actor } from "@/lib/memory/teams/actor"
import { findConflicts } from "@/lib/operations/conflicts/find/find"
import { showConflict } from "@/lib/operations/conflicts/conflicts"
import { resolveConflict } from "@/lib/operations/conflicts/resolve"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { conflictsOf, scopeMemory, scopePath } from "./conflicts"
import { agentMemory, folderOf } from "../imports/folder"
import { importFolder, type Team } from "../imports/import-folder"
import { givenNoAlerts } from "./waiting"
import { expectDone } from "../data/people"

/** Open conflicts in a team's inbox, for browser tests. */

/** Pairs of contradicting statements, the later one second. */
export const STANDS_AGAINST: readonly (readonly [string, string])[] = [
  ["The billing service listens on port 4001", "The billing service listens on port 9001"],
  ["The ledger keeps its dumps for 7 days", "The ledger keeps its dumps for 30 days"],
  ["The broker retries a message 3 times", "The broker retries a message 8 times"],
  ["The gateway times out after 15 seconds", "The gateway times out after 60 seconds"],
  ["The sampler draws 200 rows per tenant", "The sampler draws 500 rows per tenant"],
]

const memoryOf = (agent: string, statements: readonly string[]) =>
  [
    `# ${agent}`,
    "",
    "## Notes",
    "",
    ...statements.map((one) => `- ${one}`),
    "",
    "## Rules",
    "",
    `- [2026-01-01] Ask ${agent} first`,
    "",
  ].join("\n")

/** One agent's memory with `count` contradicting pairs. Returns the IDs of the conflicts. */
export async function givenSameScope(team: Team, count: number, agent = "tester"): Promise<string[]> {
  const statements = STANDS_AGAINST.slice(0, count).flatMap(([old, fresh]) => [
    `[2026-01-02] ${old}`,
    `[2026-02-03] ${fresh}`,
  ])
  await givenNoAlerts(team)
  await importFolder(team, folderOf("ledger", { [agentMemory(agent)]: memoryOf(agent, statements) }))
  return compared(team)
}

/** Conflicts between team memory and project memory; team memory has precedence. */
export async function givenAcrossScopes(team: Team): Promise<string[]> {
  const [ours, theirs] = STANDS_AGAINST[0] ?? ["", ""]
  await givenNoAlerts(team)
  await importFolder(
    team,
    folderOf("ledger", {
      [scopePath("project")]: scopeMemory([theirs]),
      [scopePath("team", "core")]: scopeMemory([ours]),
    }),
  )
  return compared(team)
}

/** A file with conflicting edits in Quarterdeck and in its folder. Returns the folder. */
export async function givenFileConflict(team: Team, lead: Actor, agent = "planner"): Promise<string> {
  const line = (limit: string) => `[2026-01-02] A plan has at most ${limit} steps`
  const text = (limit: string, more = "[2026-01-03] A plan names its owner") =>
    memoryOf(agent, [line(limit), more])
  const folder = folderOf("dispatch", { [agentMemory(agent)]: text("five") })
  await givenNoAlerts(team)
  await importFolder(team, folder)
  const file = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, path: agentMemory(agent) },
  })
  expectDone(
    await runOperation(reviseFile, lead, {
      file: file.id,
      base: file.head,
      text: text("seven"),
      reason: "Plans grew",
    }),
  )
  writeFileSync(
    join(folder, agentMemory(agent)),
    text("nine", "[2026-01-03] A plan names its owner and its date"),
  )
  await importFolder(team, folder)
  return folder
}

/** Detects conflicts and returns the IDs of the open ones, in list order. */
export async function compared(team: Team): Promise<string[]> {
  await findConflicts(systemActor(), wholeTeamUnchecked(team.id), { because: "sweep" })
  return (await conflictsOf(team)).map((one) => one.id)
}

export async function resolveAs(
  actor: Actor,
  conflict: string,
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { shown } = expectDone(await runOperation(showConflict, actor, { conflict }))
  expectDone(await runOperation(resolveConflict, actor, { conflict, shown, ...more }))
}

export const statesOfConflicts = async (team: Team) =>
  Object.fromEntries(
    (await database().conflict.findMany({ where: { teamId: team.id } })).map((one) => [one.id, one.state]),
  )
