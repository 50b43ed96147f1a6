import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { freePort } from "../../../lib/db/embedded/postmaster"

async function start(home: string): Promise<{ code: number | null; printed: string }> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["lib/launch/supervise.mjs", "--no-samples"],
    {
      encoding: "utf8",
      env: {
        ...process.env,
        DATABASE_URL: "",
        NEXTAUTH_URL: "",
        HOST: "",
        PORT: String(await freePort()),
        QUARTERDECK_HOME: home,
      },
    },
  )
  return { code: status, printed: stdout + stderr }
}

/** Mounts a file system of so many megabytes; null without the right to mount. */
function mountTiny(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-tiny-"))
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", folder])
  if (status === 0) return folder
  rmSync(folder, { recursive: true })
  return null
}

function unmount(folder: string): void {
  execFileSync("umount", ["-l", folder])
  rmSync(folder, { recursive: true })
}

/** 0: nothing can be written at all. 20: the database cannot be created. */
for (const free of [0, 20])
  test(`a start on a disk with ${free} MB free says that it is full and exits with 1`, async () => {
    const disk = mountTiny(Math.max(free, 1))
    test.skip(disk === null, "needs root, to mount a small file system")
    if (disk === null) return
    try {
      if (free === 0) spawnSync("dd", ["if=/dev/zero", `of=${join(disk, "filler")}`, "bs=4096"])
      const { code, printed } = await start(join(disk, "home"))
      expect(printed).toContain("Free up some space, or set QUARTERDECK_HOME to a folder on another disk")
      expect(printed).not.toMatch(/^ {4}at /m)
      expect(code).toBe(1)
    } finally {
      unmount(disk)
    }
  })

test("a start whose home directory cannot be created names it and exits with 1", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-home-"))
  try {
    writeFileSync(join(folder, "file"), "")
    const { code, printed } = await start(join(folder, "file", "home"))
    expect(printed).toContain(`Cannot use ${join(folder, "file", "home")}`)
    expect(printed).not.toMatch(/^ {4}at /m)
    expect(code).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
