import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { execFileSync, spawn } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { join } from "node:path"
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { findWriteBack, sourcesNamed } from "@/lib/db/sources/write-backs"
import { startWriteBack, writeBackUnderWay } from "@/lib/operations/write-back/run-write-back"
import { bundleForTests } from "../../support/isolated/bundles"
import { importFolder, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import {
  baseOf,
  decideText,
  temporaryFilesIn,
  previewOf,
  sha256,
  standingsOf,
  statusesOf,
  writeBack,
} from "../../support/sync/write-back"

const ANN = memoryPath("ann")
const BEN = memoryPath("ben")
const FIRST = ["Ledger rounds to cents", "Retries are safe"]
const DECIDED = memoryOf("ann", [...FIRST, "Approved here"])

let team: Team
let child = ""
beforeAll(async () => {
  child = await bundleForTests("tests/support/sync/write-back-child.ts")
})
beforeEach(async () => {
  team = await givenTeam()
})

const on = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8")

async function importAndDecide(folder: string, decided = DECIDED): Promise<void> {
  await importFolder(team, folder, { project: "ledger" })
  await decideText(team, ANN, decided)
  await decideText(team, BEN, memoryOf("ben", ["Two", "Three"]))
}

const FILES = { [ANN]: memoryOf("ann", FIRST), [BEN]: memoryOf("ben", ["Two"]) }

/** Root ignores permissions, so the file system has to refuse writes. */
function lock(folder: string): boolean {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o755))
    return true
  }
  return tried(
    "mount",
    ["--bind", folder, folder],
    () => tried("mount", ["-o", "remount,bind,ro", folder], () => true),
    () => execFileSync("umount", ["-l", folder]),
  )
}

function tried(command: string, args: readonly string[], then: () => boolean, after?: () => void): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" })
  } catch {
    return false
  }
  if (after) onTestFinished(after)
  return then()
}

describe("a failing write-back", () => {
  it("skips files in a read-only folder, reports them before and after, and writes the others", async ({
    skip,
  }) => {
    const folder = givenFolder(FILES)
    await importAndDecide(folder)
    if (!lock(join(folder, ANN, ".."))) skip("nothing can be made read-only here")
    const preview = await previewOf(team, folder)
    expect(standingsOf(preview)).toEqual({ [ANN]: "read-only", [BEN]: "write" })
    expect(preview.files[0]?.reason).toMatch(/read-only/)
    const run = await writeBack(team, folder)
    expect(statusesOf(run)).toEqual({ [ANN]: "left", [BEN]: "written" })
    expect(on(folder, ANN)).toBe(FILES[ANN])
    expect(await baseOf(team, ANN)).toBe(sha256(memoryOf("ann", FIRST)))
  })

  it("reports a folder that becomes read-only during the write", async ({ skip }) => {
    const folder = givenFolder(FILES)
    await importAndDecide(folder)
    let locked = true
    const ended = await writeHearing(folder, (step, count) => {
      if (step === "taken in" && count === 1) locked = lock(join(folder, ANN, ".."))
    })
    if (!locked) skip("nothing can be made read-only here")
    expect(ended).toMatchObject({
      [ANN]: {
        status: "failed",
        reason: expect.stringMatching(/memory\.md: .*read-only.*\. The file was not changed/s) as string,
      },
      [BEN]: { status: "written" },
    })
    expect(on(folder, ANN)).toBe(FILES[ANN])
  })

  it("skips a read-only file", async () => {
    const folder = givenFolder(FILES)
    await importAndDecide(folder)
    chmodSync(join(folder, ANN), 0o444)
    expect(standingsOf(await previewOf(team, folder))).toEqual({ [ANN]: "read-only", [BEN]: "write" })
  })

  it("reports a full disk, loses nothing, and writes the files that fit", async ({ skip }) => {
    const folder = givenFolder()
    if (
      !tried(
        "mount",
        ["-t", "tmpfs", "-o", "size=96k", "tmpfs", folder],
        () => true,
        () => execFileSync("umount", ["-l", folder]),
      )
    )
      skip("nothing can be mounted here")
    putFiles(folder, FILES)
    const long = memoryOf("ann", [
      ...FIRST,
      ...Array.from(
        { length: 1500 },
        (_, at) => `Statement ${at} of ${at * 7919} words that take up room on a disk`,
      ),
    ])
    await importAndDecide(folder, long)
    const run = await writeBack(team, folder)
    expect(statusesOf(run)).toEqual({ [ANN]: "failed", [BEN]: "written" })
    expect(run.files.find((file) => file.path === ANN)?.reason).toBe(
      `${ANN}: the disk is full (ENOSPC). Free some space, then try again. The file was not changed`,
    )
    expect(on(folder, ANN)).toBe(FILES[ANN])
    expect(temporaryFilesIn(folder)).toEqual([])
    execFileSync("mount", ["-o", "remount,size=1m", folder])
    expect(statusesOf(await writeBack(team, folder))).toEqual({ [ANN]: "written" })
    expect(on(folder, ANN)).toBe(long)
  })

  it("reports a file above the size limit", async () => {
    const folder = givenFolder(FILES)
    const long = memoryOf("ann", [
      ...FIRST,
      ...Array.from({ length: 1500 }, (_, at) => `Statement ${at} of ${at * 7919} words`),
    ])
    await importAndDecide(folder, long)
    const other = spawn(
      "bash",
      ["-c", `ulimit -f 8 && exec "$0" "$@"`, process.execPath, child, team.id, folder, "directory"],
      { stdio: ["ignore", "pipe", "inherit"], env: process.env },
    )
    expect((await text(other.stdout)).trim().split("\n").at(-1)).toBe("finished")
    expect(on(folder, ANN)).toBe(FILES[ANN])
    expect(on(folder, BEN)).toBe(memoryOf("ben", ["Two", "Three"]))
    expect(temporaryFilesIn(folder)).toEqual([])
    expect(standingsOf(await previewOf(team, folder))).toEqual({ [ANN]: "write" })
  })
})

describe("a file that changes during a write-back", () => {
  it.each(["held", "half written", "synced"])("is not overwritten: edited after it was %s", async (when) => {
    const folder = givenFolder(FILES)
    await importAndDecide(folder)
    const theirs = memoryOf("ann", ["Somebody was quicker"])
    const ended = await writeHearing(folder, (step, count) => {
      if (step === when && count === 1) putFiles(folder, { [ANN]: theirs })
    })
    expect(ended).toMatchObject({
      [ANN]: { status: "left", reason: expect.stringContaining("overwritten") as string },
      [BEN]: { status: "written" },
    })
    expect(on(folder, ANN)).toBe(theirs)
    expect(temporaryFilesIn(folder)).toEqual([])
  })

  it("is skipped if its text in Quarterdeck changes before it is written", async () => {
    const folder = givenFolder(FILES)
    await importAndDecide(folder)
    let later = Promise.resolve()
    const ended = await writeHearing(folder, (step, count) => {
      if (step === "held" && count === 1) later = decideText(team, BEN, memoryOf("ben", ["Two", "Four"]))
    })
    await later
    expect(["left", "written"]).toContain(ended[BEN]?.status)
    const disk = on(folder, BEN)
    expect(await baseOf(team, BEN)).toBe(sha256(disk))
  })
})

describe("a folder in place of a file", () => {
  it("fails for that file only", async () => {
    const folder = givenFolder(FILES)
    await importAndDecide(folder)
    const ended = await writeHearing(folder, (step, count) => {
      if (step === "opened" && count === 1) {
        execFileSync("rm", [join(folder, ANN)])
        mkdirSync(join(folder, ANN))
      }
    })
    expect(ended).toMatchObject({
      [ANN]: {
        status: "failed",
        reason: expect.stringContaining("does not point to a regular file") as string,
      },
      [BEN]: { status: "written" },
    })
  })
})

/** Writes back in this process and calls `hear` after each step with its name and count. */
async function writeHearing(folder: string, hear: (step: string, count: number) => void) {
  const [source] = await sourcesNamed(wholeTeamUnchecked(team.id), folder)
  if (!source) throw new Error("source not found")
  const { shown } = await previewOf(team, folder, { way: "directory" })
  const counts = new Map<string, number>()
  const onStep = (step: string) => {
    counts.set(step, (counts.get(step) ?? 0) + 1)
    hear(step, counts.get(step) ?? 0)
  }
  const id =
    expectDone(
      await startWriteBack(
        systemActor(),
        team.id,
        { source, way: "directory", shown },
        { now: new Date(), onStep },
      ),
    ) ?? ""
  await writeBackUnderWay(id)
  return Object.fromEntries(
    (await findWriteBack(wholeTeamUnchecked(team.id), id))?.files.map((file) => [file.path, file]) ?? [],
  )
}
