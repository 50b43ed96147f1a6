import { createHash } from "node:crypto"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { importUnderWay } from "@/lib/operations/import/background"
import { importInto } from "@/lib/operations/samples/load-and-remove"
import type { ImportItemView, ImportRunView } from "@/lib/operations/import/import-outputs"
import {
  listImportItems,
  openImportRun,
  sendImportFiles,
  showImportRun,
  startImportRun,
} from "@/lib/operations/sources/imports"
import { expectDone } from "../data/people"

export interface Team {
  readonly id: string
  readonly slug: string
}

export interface Imported {
  readonly run: ImportRunView
  readonly items: Readonly<Record<string, ImportItemView>>
}

/** Imports a directory and waits for the end. */
export async function importFolder(
  team: Team,
  directory: string,
  { project = null }: { project?: string | null } = {},
): Promise<Imported> {
  const run = await importInto(systemActor(), { teamId: team.id, directory, projectName: project })
  return { run, items: await itemsOf(team, run.run) }
}

/** Opens an import run and uploads the requested files without starting the run. */
export async function offerFiles(
  team: Team,
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  { project }: { project?: string } = {},
): Promise<{ run: string; wanted: string[] }> {
  const bytes = Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }))
  const offered = bytes.map(({ path, content }) => ({
    path,
    size: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  }))
  const opened = expectDone(
    await openImportRun.run(systemActor(), {
      team: team.slug,
      project,
      source: { kind: "client", name },
      complete: true,
      files: offered,
      refused: [],
    }),
  )
  const sent = bytes
    .filter(({ path }) => opened.wanted.includes(path))
    .map(({ path, content }) => ({ path, content: content.toString("base64") }))
  if (sent.length > 0)
    expectDone(await sendImportFiles.run(systemActor(), { team: team.slug, run: opened.run, files: sent }))
  return opened
}

export async function startAndWait(team: Team, run: string): Promise<Imported> {
  expectDone(await startImportRun.run(systemActor(), { team: team.slug, run }))
  await importUnderWay(run)
  return showRun(team, run)
}

export async function showRun(team: Team, run: string): Promise<Imported> {
  return {
    run: expectDone(await showImportRun.run(systemActor(), { team: team.slug, run })),
    items: await itemsOf(team, run),
  }
}

async function itemsOf(team: Team, run: string): Promise<Record<string, ImportItemView>> {
  const { items } = expectDone(
    await listImportItems.run(systemActor(), { team: team.slug, run, limit: 5000 }),
  )
  return Object.fromEntries(items.map((item) => [item.path, item]))
}

/** Everything a team has stored, without IDs and times, to compare two imports. */
export async function contentOf(team: Team): Promise<unknown> {
  const files = await database().$queryRaw<object[]>`
    SELECT p.name AS project, f.path, f.format, f.role, f.scope, f.subject, f.state, f.title, encode(f.sha256, 'hex') AS sha256, f.head, f.bytes, f.lines, f.entries, f.retired, f.sessions,
      f.cut, f.problems, f.limits, f.meta, f.diagnostics, f.activity, a.name AS agent, c.slug AS category
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id WHERE f.team_id = ${team.id}::uuid ORDER BY p.name, f.path`
  const revisions = await database().$queryRaw<object[]>`
    SELECT p.name AS project, f.path, r.number, r.text, r.reason FROM revision r JOIN memory_file f ON f.team_id = r.team_id AND f.id = r.file_id
    JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id WHERE r.team_id = ${team.id}::uuid ORDER BY p.name, f.path, r.number`
  const entries = await database().$queryRaw<object[]>`
    SELECT p.name AS project, f.path, e.position, e.key, e.text, e.section, e.line, e.end_line, e.state, e.stated_on, e.type, e.confidence, e.since_revision, e.search::text AS search, a.name AS agent
    FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
    LEFT JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id WHERE e.team_id = ${team.id}::uuid ORDER BY p.name, f.path, e.position`
  const others = await database().$queryRaw<object[]>`
    SELECT (SELECT count(*)::int FROM section WHERE team_id = ${team.id}::uuid) AS sections, (SELECT count(*)::int FROM log_record WHERE team_id = ${team.id}::uuid) AS records,
      (SELECT count(*)::int FROM agent WHERE team_id = ${team.id}::uuid) AS agents, (SELECT count(*)::int FROM category WHERE team_id = ${team.id}::uuid) AS categories`
  return { files, revisions, entries, others }
}

/** The last writing transaction of each row of a team's memory, to check that nothing was written. */
export async function writesOf(team: Team): Promise<unknown> {
  const of = (table: string) =>
    database().$queryRawUnsafe(
      `SELECT xmin::text, ctid::text FROM ${table} WHERE team_id = $1::uuid ORDER BY ctid`,
      team.id,
    )
  return {
    files: await of("memory_file"),
    revisions: await of("revision"),
    entries: await of("entry"),
    sections: await of("section"),
    records: await of("log_record"),
    agents: await of("agent"),
  }
}

export async function storedFile(team: Team, path: string) {
  const file = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, path },
    include: { project: true, agent: true, category: true, revisions: { orderBy: { number: "asc" } } },
  })
  return {
    ...file,
    parts: await database().entry.findMany({
      where: { teamId: team.id, fileId: file.id },
      orderBy: { position: "asc" },
    }),
  }
}
