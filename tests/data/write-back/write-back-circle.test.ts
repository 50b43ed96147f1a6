import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import type { Actor } from "@/lib/memory/teams/actor"
import { resolveConflict } from "@/lib/operations/conflicts/resolve"
import { showConflict } from "@/lib/operations/conflicts/conflicts"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { runOperation } from "@/lib/operations/operation"
import { downloadWriteBack, writeSourceBack } from "@/lib/operations/write-back/write-back"
import { importFolder, storedFile, type Team, writesOf } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, decide, givenProposal, givenToken } from "../../support/proposals"
import {
  git,
  givenRepository,
  temporaryFilesIn,
  previewOf,
  standingsOf,
  statusesOf,
  writeBack,
} from "../../support/sync/write-back"
import { THOROUGH } from "../../support/thorough"

const CRLF = memoryPath("ann")
const MARKED = ".claude/agent-memory/ben/MEMORY.md"
const STORE = "memory/projects/ledger/memory.json"
const BLANKS = memoryPath("cleo")
const OTHER = memoryPath("other")

const FILES = {
  [CRLF]: memoryOf("ann", ["Ledger rounds to cents", "Retries are safe"]).replaceAll("\n", "\r\n"),
  [MARKED]:
    "\uFEFF# Ben\n\n## Notes\n\n- The broker is restarted on Mondays\n- Invoices are numbered without gaps",
  [STORE]: `{\n\t"version": "1.0",\n\t"entries": [\n\t\t{ "id": "mem-001", "type": "decision", "content": "Use Fastify for the gateway", "confidence": 0.9, "created_at": "2026-01-02T00:00:00Z", "accessed_count": 3 },\n\t\t{"id":"mem-002", "type": "pattern",\n\t\t "content": "Express handles the uploads", "confidence": 0.5, "created_at": "2026-01-03T00:00:00Z", "accessed_count": 0, "x-own": [1,2]}\n\t]\n}`,
  [BLANKS]: memoryOf("cleo", ["Queues drain in order  ", "\tDead letters are kept a week".trim()]).replace(
    "## Session Log",
    "\t\n\n## Session Log \t",
  ),
  [OTHER]: memoryOf("other", ["Nobody touches this"]),
  "src/app.ts": "export {}\n",
}

let team: Team
let lead: Actor
let folder: string
beforeEach(async () => {
  team = await givenTeam()
  lead = await actorOf(await givenPerson({ owner: true }))
  folder = givenFolder(FILES)
  givenRepository(folder)
  await importFolder(team, folder, { project: "ledger" })
})

const on = (path: string): string => readFileSync(join(folder, path), "utf8")
const tester = () => givenToken(team, { agent: "tester" })
const entryOf = async (path: string, text: string) =>
  (await storedFile(team, path)).parts.find((entry) => entry.text === text)?.id ?? ""

async function approve(
  file: string,
  change: Parameters<typeof givenProposal>[1]["changes"],
  edited?: string,
): Promise<void> {
  const { id } = await givenProposal(team, { project: "ledger", file, changes: change ?? [] }, tester())
  expectDone(
    await decide(lead, id, edited === undefined ? { verdict: "approve" } : { verdict: "edit", text: edited }),
  )
}

/** Approves, edits and forgets. One decided file is also changed in its folder, and the decision is kept. */
async function decideAll(): Promise<void> {
  await approve(CRLF, [addition("Approved as it was proposed")])
  await approve(MARKED, [addition("Proposed so", "Notes")], "Approved with other words")
  expectDone(
    await runOperation(forgetEntry, lead, {
      entry: await entryOf(STORE, "Express handles the uploads"),
      reason: "moved to Fastify",
    }),
  )
  await approve(BLANKS, [
    {
      kind: "edit",
      entry: await entryOf(BLANKS, "Dead letters are kept a week"),
      before: "Dead letters are kept a week",
      text: "Dead letters are kept two weeks",
    },
  ])
  putFiles(folder, { [BLANKS]: on(BLANKS).replace("kept a week", "kept a month") })
  git(folder, "commit", "-q", "-a", "-m", "Keep dead letters for a month")
  await importFolder(team, folder, { project: "ledger" })
  const conflict = (
    await database().conflict.findFirstOrThrow({ where: { teamId: team.id, kind: "file", state: "open" } })
  ).id
  const { shown } = expectDone(await runOperation(showConflict, lead, { conflict })) as { shown: string }
  expectDone(
    await runOperation(resolveConflict, lead, {
      conflict,
      shown,
      verdict: "ours",
      reason: "a week was too short",
    }),
  )
}

/** The changed lines of a diff by file, without headers. */
function changedLines(diff: string): Record<string, string[]> {
  const files: Record<string, string[]> = {}
  for (const part of diff.split(/^diff --git /m).slice(1)) {
    const path = /^a\/(.+?) b\//.exec(part)?.[1] ?? ""
    files[path] = part
      .slice(part.indexOf("@@"))
      .split("\n")
      .filter((line) => /^[-+\\]/.test(line))
  }
  return files
}

const DECIDED = {
  [CRLF]: [expect.stringMatching(/^\+- .*Approved as it was proposed\r$/) as string],
  [MARKED]: [
    "-- Invoices are numbered without gaps",
    "\\ No newline at end of file",
    "+- Invoices are numbered without gaps",
    expect.stringMatching(/^\+- .*Approved with other words$/) as string,
    "\\ No newline at end of file",
  ],
  [STORE]: [
    expect.stringMatching(/^-\t\t\{ "id": "mem-001".*\},$/) as string,
    '-\t\t{"id":"mem-002", "type": "pattern",',
    expect.stringMatching(/^-\t\t "content": "Express handles the uploads".*\}$/) as string,
    expect.stringMatching(/^\+\t\t\{ "id": "mem-001".*\}$/) as string,
  ],
  [BLANKS]: ["-- Dead letters are kept a month", "+- Dead letters are kept two weeks"],
}

describe("import, decide and write back", () => {
  it("into a directory: git diff shows exactly the decided lines, another import writes nothing, and forgotten text stays out", async () => {
    await decideAll()
    const run = await writeBack(team, folder, { actor: lead })
    expect(statusesOf(run)).toEqual({
      [CRLF]: "written",
      [MARKED]: "written",
      [STORE]: "written",
      [BLANKS]: "written",
    })
    expect(changedLines(git(folder, "diff", "-U0"))).toEqual(DECIDED)
    expect(
      git(folder, "status", "--porcelain")
        .trim()
        .split("\n")
        .every((line) => line.trimStart().startsWith("M ")),
    ).toBe(true)
    expect(temporaryFilesIn(folder)).toEqual([])
    JSON.parse(on(STORE))

    const before = await writesOf(team)
    const again = await importFolder(team, folder, { project: "ledger" })
    expect(again.run.files).toMatchObject({ same: 5, changed: 0, new: 0, gone: 0, setAside: 0 })
    expect(await writesOf(team)).toEqual(before)
    expect((await previewOf(team, folder, { actor: lead })).files).toEqual([])

    git(folder, "checkout", "-q", "--", STORE)
    await importFolder(team, folder, { project: "ledger" })
    expect(await entryOf(STORE, "Express handles the uploads")).toBe("")
    expect((await storedFile(team, STORE)).revisions.at(-1)?.text).not.toContain("Express handles")
    expect(standingsOf(await previewOf(team, folder, { way: "directory", actor: lead }))).toEqual({
      [STORE]: "write",
    })
  })

  it("to a branch: creates one commit with exactly the decided lines, and leaves the working tree, index and current branch unchanged", async () => {
    await decideAll()
    writeFileSync(join(folder, "src/app.ts"), "export const edited = true\n")
    git(folder, "add", "src/app.ts")
    const [head, status] = [
      git(folder, "rev-parse", "HEAD"),
      git(folder, "status", "--porcelain=v2", "--branch"),
    ]
    const preview = await previewOf(team, folder, { actor: lead })
    expect(preview).toMatchObject({
      way: "branch",
      branch: {
        made: true,
        name: expect.stringMatching(/^quarterdeck\/\d{4}-\d\d-\d\d-[0-9a-f]{6}$/) as string,
      },
      totals: { files: 4 },
    })
    const run = await writeBack(team, folder, { way: "branch", actor: lead })
    expect(run).toMatchObject({ state: "done", branch: preview.branch?.name, error: null })
    const branch = run.branch ?? ""
    expect(changedLines(git(folder, "diff", "-U0", `main..${branch}`))).toEqual(DECIDED)
    expect([git(folder, "rev-parse", "HEAD"), git(folder, "status", "--porcelain=v2", "--branch")]).toEqual([
      head,
      status,
    ])
    expect(git(folder, "rev-parse", branch).trim()).toBe(run.commit)
    const [author, message] = [
      git(folder, "log", "-1", "--format=%an <%ae>", branch).trim(),
      git(folder, "log", "-1", "--format=%B", branch),
    ]
    expect(author).toMatch(new RegExp(`^${lead.name} <.+@example.com>$`))
    expect(message.split("\n")[0]).toBe("Write back decisions: 3 approved, 1 resolved, 1 forgotten")
    expect(message).toContain("- Resolved: kept Quarterdeck's text: a week was too short")
    expect(message).toMatch(/- Approved: add “Approved as it was proposed” \(proposed by tester\)/)
    expect(message).toContain("Forgotten: “Express handles the uploads” — moved to Fastify")
    expect(await writeBack(team, folder, { way: "branch", actor: lead })).toMatchObject({ id: null })
    git(folder, "fsck", "--strict")
  })

  it("to a branch again: adds later decisions to the same branch, and has nothing pending after a merge and import", async () => {
    await approve(CRLF, [addition("The first thing")])
    const first = await writeBack(team, folder, { way: "branch", actor: lead })
    await approve(CRLF, [
      {
        kind: "edit",
        entry: await entryOf(CRLF, "The first thing"),
        before: "The first thing",
        text: "The first thing, in other words",
      },
    ])
    const preview = await previewOf(team, folder, { way: "branch", actor: lead })
    expect(preview).toMatchObject({
      branch: { name: first.branch, made: false },
      totals: { files: 1, added: 1, removed: 1 },
    })
    const second = await writeBack(team, folder, { way: "branch", actor: lead })
    expect(second.branch).toBe(first.branch)
    expect(git(folder, "rev-parse", `${second.commit}^`).trim()).toBe(first.commit)
    git(folder, "merge", "-q", "--ff-only", second.branch ?? "")
    const again = await importFolder(team, folder, { project: "ledger" })
    expect(again.items[CRLF]?.status).toBe("same")
    expect((await previewOf(team, folder, { actor: lead })).files).toEqual([])
    await approve(MARKED, [addition("The next thing", "Notes")])
    expect((await writeBack(team, folder, { way: "branch", actor: lead })).branch).not.toBe(first.branch)
  })

  it("to a branch: leaves out uncommitted edits in the working tree", async () => {
    putFiles(folder, { [OTHER]: memoryOf("other", ["Nobody touches this", "Not committed yet"]) })
    await importFolder(team, folder, { project: "ledger" })
    await approve(OTHER, [
      {
        kind: "edit",
        entry: await entryOf(OTHER, "Nobody touches this"),
        before: "Nobody touches this",
        text: "Somebody touched this",
      },
    ])
    const run = await writeBack(team, folder, { way: "branch", actor: lead })
    expect(git(folder, "show", `${run.branch}:${OTHER}`)).toBe(memoryOf("other", ["Somebody touched this"]))
  })

  it("adds no ignored files to git", async () => {
    const ignored = memoryPath("hidden")
    writeFileSync(join(folder, ".gitignore"), "hidden/\n")
    putFiles(folder, { [ignored]: memoryOf("hidden", ["One"]) })
    await importFolder(team, folder, { project: "ledger" })
    await approve(ignored, [addition("Two")])
    const preview = await previewOf(team, folder, { actor: lead })
    expect(preview.way).toBe("directory")
    expect(preview.ways.find((one) => one.way === "branch")?.why).toContain("git tracks none of these files")
    await writeBack(team, folder, { actor: lead })
    expect(git(folder, "status", "--porcelain").trim()).toBe("?? .gitignore")
  })

  it("runs no hook and uses no configuration of the repository", async () => {
    const trap = join(folder, "..", `trap-${team.id}`)
    for (const hook of ["pre-commit", "post-commit", "reference-transaction", "post-update"]) {
      mkdirSync(join(folder, ".git/hooks"), { recursive: true })
      writeFileSync(join(folder, ".git/hooks", hook), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 })
    }
    for (const [name, value] of [
      ["core.fsmonitor", `touch ${trap}`],
      ["commit.gpgSign", "true"],
      ["gpg.program", `touch ${trap}`],
      ["core.pager", `touch ${trap}`],
      ["filter.x.clean", `touch ${trap}; cat`],
      ["core.hooksPath", join(folder, ".git/hooks")],
    ] as const)
      git(folder, "config", name, value)
    writeFileSync(join(folder, ".git/info/attributes"), "* filter=x\n")
    await approve(CRLF, [addition("Approved here")])
    expect(await writeBack(team, folder, { way: "branch", actor: lead })).toMatchObject({
      state: "done",
      files: [{ status: "written" }],
    })
    expect(existsSync(trap)).toBe(false)
  })
})

describe("a bare repository", () => {
  it("is imported from its last commit, and gets a commit on a branch", async () => {
    const bare = givenFolder()
    git(folder, "clone", "-q", "--bare", folder, bare)
    const { items } = await importFolder(team, bare, { project: "bare" })
    expect(Object.values(items).filter((item) => item.status === "new")).toHaveLength(5)
    expect(items["src/app.ts"]?.status).toBe("left-alone")
    const file = await database().memoryFile.findFirstOrThrow({
      where: { teamId: team.id, path: CRLF, project: { name: "bare" } },
    })
    const { id } = await givenProposal(
      team,
      { project: "bare", file: file.id, changes: [addition("Approved in the bare one")] },
      tester(),
    )
    expectDone(await decide(lead, id, { verdict: "approve" }))
    const preview = await previewOf(team, bare, { actor: lead })
    expect(preview.ways.find((one) => one.way === "directory")?.why).toContain("bare repository")
    const head = git(bare, "rev-parse", "HEAD")
    const run = await writeBack(team, bare, { way: "branch", actor: lead })
    expect(changedLines(git(bare, "diff", "-U0", `main..${run.branch}`))).toEqual({
      [CRLF]: [expect.stringMatching(/^\+- .*Approved in the bare one\r$/) as string],
    })
    expect(git(bare, "rev-parse", "HEAD")).toBe(head)
    const before = await writesOf(team)
    await importFolder(team, bare, { project: "bare" })
    expect(await writesOf(team)).toEqual(before)
  })
})

describe("a download", () => {
  const download = async (more: object) =>
    expectDone(await runOperation(downloadWriteBack, lead, { team: team.slug, source: folder, ...more })) as {
      name: string
      content: string
      files: number
    }

  it("is a patch that git applies with exactly the decided changes", async () => {
    await decideAll()
    const { content, name } = await download({ way: "patch" })
    expect(name).toMatch(/\.patch$/)
    const patch = join(folder, "..", `${team.id}.patch`)
    writeFileSync(patch, Buffer.from(content, "base64"))
    git(folder, "apply", "--check", patch)
    git(folder, "apply", patch)
    expect(changedLines(git(folder, "diff", "-U0"))).toEqual(DECIDED)
    expect((await importFolder(team, folder, { project: "ledger" })).run.files).toMatchObject({
      same: 5,
      changed: 0,
    })
    expect((await previewOf(team, folder, { actor: lead })).files).toEqual([])
  })

  it("is a zip of the changes, or of all files", async () => {
    await approve(CRLF, [addition("Approved here")])
    for (const [files, number] of [
      ["changed", 1],
      ["all", 5],
    ] as const) {
      const { content, files: packed } = await download({ way: "zip", files })
      expect(packed).toBe(number)
      const target = givenFolder({ "x.zip": Buffer.from(content, "base64") })
      execFileSync("unzip", ["-q", join(target, "x.zip"), "-d", target])
      expect(readFileSync(join(target, CRLF), "utf8")).toContain("Approved here")
      expect(existsSync(join(target, OTHER))).toBe(files === "all")
    }
  })
})

describe("a download of chosen files", () => {
  const download = async (more: object) =>
    runOperation(downloadWriteBack, lead, { team: team.slug, source: folder, ...more })

  it("contains only these files, as a patch and as a zip", async () => {
    await decideAll()
    const patch = expectDone(await download({ way: "patch", paths: [CRLF, STORE] })) as {
      content: string
      files: number
    }
    expect(patch.files).toBe(2)
    const text = Buffer.from(patch.content, "base64").toString()
    expect(text.match(/^\+\+\+ b\/.*$/gm)).toEqual([`+++ b/${CRLF}`, `+++ b/${STORE}`].toSorted())
    const zip = expectDone(await download({ way: "zip", paths: [CRLF] })) as {
      content: string
      files: number
    }
    expect(zip.files).toBe(1)
    const target = givenFolder({ "x.zip": Buffer.from(zip.content, "base64") })
    execFileSync("unzip", ["-q", join(target, "x.zip"), "-d", target])
    expect(existsSync(join(target, CRLF))).toBe(true)
    expect(existsSync(join(target, STORE))).toBe(false)
  })

  it("is refused for files without changes, as a write-back is", async () => {
    await approve(CRLF, [addition("Approved here")])
    const refusal = {
      ok: false,
      reason: "invalid",
      message: `paths: no changes to write to ${folder} in nowhere.md and ${OTHER}. Preview again`,
    }
    const paths = [CRLF, "nowhere.md", OTHER]
    expect(await download({ way: "patch", paths })).toMatchObject(refusal)
    expect(await download({ way: "zip", paths })).toMatchObject(refusal)
    const { shown } = await previewOf(team, folder, { way: "directory", actor: lead })
    const start = { team: team.slug, source: folder, way: "directory", shown, paths }
    expect(await runOperation(writeSourceBack, lead, start)).toMatchObject(refusal)
    expect(await download({ way: "patch", paths: [] })).toMatchObject({ ok: false, reason: "invalid" })
    expect(await download({ way: "zip", files: "all", paths: [CRLF] })).toMatchObject({
      ok: false,
      reason: "invalid",
      message: "paths: cannot be combined with all files. Choose files, or download all of them",
    })
  })
})

const CORPUS = fileURLToPath(new URL("../../../../shared/corpus", import.meta.url))

describe.skipIf(!existsSync(CORPUS))("real memory files (skipped where ../shared/corpus is absent)", () => {
  it("change by the decided line only, in any layout", { timeout: 240_000 }, async () => {
    const all = readdirSync(CORPUS, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
    const some = all.filter((_, place) => place % Math.ceil(all.length / (THOROUGH ? 1_000 : 60)) === 0)
    const real = givenFolder()
    for (const file of some) {
      const path = join(real, file.slice(CORPUS.length + 1))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, readFileSync(file))
    }
    givenRepository(real)
    const { items } = await importFolder(team, real, { project: "real" })
    const imported = Object.values(items).filter((item) => item.status === "new" && item.entries > 1)
    const forgotten = new Map<string, string>()
    for (const { path } of imported) {
      const { parts } = await storedFile(team, path)
      const entry = parts[parts.length >> 1]
      const outcome = entry
        ? await runOperation(forgetEntry, systemActor(), { entry: entry.id, reason: "a try" })
        : null
      if (outcome?.ok && entry) forgotten.set(path, entry.text)
    }
    expect(forgotten.size).toBeGreaterThan(15)
    const run = await writeBack(team, real)
    expect(run.files.filter((file) => file.status !== "written")).toEqual([])
    const before = await writesOf(team)
    const again = await importFolder(team, real, { project: "real" })
    expect(again.run.files).toMatchObject({ changed: 0, new: 0, gone: 0 })
    expect(await writesOf(team)).toEqual(before)
    const stored = new Map(
      (
        await database().$queryRaw<
          { path: string; text: string }[]
        >`SELECT f.path, r.text FROM memory_file f JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head WHERE f.team_id = ${team.id}::uuid AND f.path = ANY(${[...forgotten.keys()]}::text[])`
      ).map((one) => [one.path, one.text]),
    )
    for (const path of forgotten.keys())
      expect(readFileSync(join(real, path), "utf8"), path).toBe(stored.get(path))
    expect(
      git(real, "status", "--porcelain", "-z")
        .split("\0")
        .filter(Boolean)
        .map((line) => line.slice(3))
        .toSorted(),
    ).toEqual([...forgotten.keys()].toSorted())
  })
})
