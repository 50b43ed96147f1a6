import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { execFileSync } from "node:child_process"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { entriesAtHead, lockCurrentFile } from "@/lib/db/memory-files/current-revisions"
import type { Actor } from "@/lib/memory/teams/actor"
import { runOperation } from "@/lib/operations/operation"
import type { WriteBackPreview, WriteBackRun } from "@/lib/operations/write-back/write-back-outputs"
import { previewWriteBack, showWriteBack, writeSourceBack } from "@/lib/operations/write-back/write-back"
import { writeBackUnderWay } from "@/lib/operations/write-back/run-write-back"
import { readingOf, reviseHead } from "@/lib/operations/writing/revise-head"
import { storedFile, type Team } from "../imports/import-folder"
import { expectDone } from "../data/people"

/** Replaces the text of a file, as a curator would. */
export async function decideText(team: Team, path: string, text: string, reason = "Approved"): Promise<void> {
  const { id } = await storedFile(team, path)
  expectDone(
    await commit(systemActor(), { kind: "proposal.approve", teamId: team.id, subject: path }, async (tx) => {
      const head = await lockCurrentFile(tx, team.id, id)
      if (!head) throw new Error("there is no such file")
      const [entries, reading] = [
        await entriesAtHead(wholeTeamUnchecked(team.id), id, tx),
        await readingOf(wholeTeamUnchecked(team.id), head, tx),
      ]
      return reviseHead(
        tx,
        team.id,
        { head, entries, reading },
        { text, reason, by: { kind: "person", id: "cara", name: "Cara" }, now: new Date() },
      )
    }),
  )
}

export type DirectWay = "directory" | "branch"

export async function previewOf(
  team: Team,
  folder: string,
  { way, actor = systemActor() }: { way?: DirectWay | "patch" | "zip"; actor?: Actor } = {},
): Promise<WriteBackPreview> {
  return expectDone(
    await runOperation(previewWriteBack, actor, { team: team.slug, source: folder, ...(way ? { way } : {}) }),
  ) as WriteBackPreview
}

/** Previews a write-back, applies it and waits until it has ended. */
export async function writeBack(
  team: Team,
  folder: string,
  {
    way = "directory",
    actor = systemActor(),
    paths,
  }: { way?: DirectWay; actor?: Actor; paths?: string[] } = {},
): Promise<WriteBackRun> {
  const { shown } = await previewOf(team, folder, { way, actor })
  return writeShown(team, folder, { way, actor, shown, ...(paths ? { paths } : {}) })
}

export async function writeShown(
  team: Team,
  folder: string,
  {
    way = "directory",
    actor = systemActor(),
    shown,
    paths,
  }: { way?: DirectWay; actor?: Actor; shown: string; paths?: string[] },
): Promise<WriteBackRun> {
  const started = expectDone(
    await runOperation(writeSourceBack, actor, {
      team: team.slug,
      source: folder,
      way,
      shown,
      ...(paths ? { paths } : {}),
    }),
  ) as WriteBackRun
  if (started.id === null) return started
  await writeBackUnderWay(started.id)
  return expectDone(
    await runOperation(showWriteBack, actor, { team: team.slug, source: folder, writeBack: started.id }),
  ) as WriteBackRun
}

export const statusesOf = ({ files }: WriteBackRun): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file.path, file.status]))
export const standingsOf = ({ files }: WriteBackPreview): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file.path, file.standing]))

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")
export const baseOf = async (team: Team, path: string): Promise<string> =>
  Buffer.from((await storedFile(team, path)).base).toString("hex")
export const writeBacksOf = (team: Team): Promise<number> =>
  database().writeBack.count({ where: { teamId: team.id } })

/** Runs Git without the configuration of this machine. */
export function git(folder: string, ...args: readonly string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "Mara",
    GIT_AUTHOR_EMAIL: "mara@example.com",
    GIT_COMMITTER_NAME: "Mara",
    GIT_COMMITTER_EMAIL: "mara@example.com",
  }
  return execFileSync("git", ["-C", folder, ...args], { env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
}

/** Creates a Git repository in a folder and commits all files. */
export function givenRepository(folder: string): void {
  git(folder, "init", "-q", "-b", "main")
  git(folder, "add", "-A")
  git(folder, "commit", "-q", "-m", "Begin")
}

/** Temporary files that a failed or killed write left behind. */
export function temporaryFilesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === ".git") return []
    if (statSync(path).isDirectory()) return temporaryFilesIn(path)
    return name.startsWith(".quarterdeck-") ? [path] : []
  })
}
