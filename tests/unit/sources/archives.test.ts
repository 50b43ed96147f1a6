import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Readable } from "node:stream"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RefusedArchive, bufferSource } from "@/lib/files/archive/archive-source"
import { clearSpool, Spool } from "@/lib/files/archive/encrypted-upload"
import { openArchive } from "@/lib/files/archive/open-archive"
import { nameProblem } from "@/lib/files/unsafe-paths"
import {
  BAD_NAMES,
  countBomb,
  END_OF_TAR,
  gnuLongName,
  lyingZip64,
  overlappingZip,
  padded,
  tarGzOf,
  tarHeader,
  tarOf,
  zeroBomb,
} from "../../support/hostile/archives"
import { zipOf } from "../../support/imports/zip"

const MB = 1024 * 1024
const open = (bytes: Uint8Array) => openArchive(bufferSource(bytes))
const refusalOf = async (bytes: Uint8Array): Promise<string> => {
  const outcome = await open(bytes).catch((cause: unknown) => cause)
  expect(outcome).toBeInstanceOf(RefusedArchive)
  return (outcome as Error).message
}
async function contentsOf(bytes: Uint8Array): Promise<Record<string, string>> {
  const archive = await open(bytes)
  const read: Record<string, string> = {}
  for await (const file of archive.read(new Set(archive.files.map((one) => one.path))))
    read[file.path] = Buffer.from(file.bytes).toString()
  return read
}

let home = ""
const before = process.env.QUARTERDECK_HOME
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "quarterdeck-archives-"))
  process.env.QUARTERDECK_HOME = home
})
afterAll(() => {
  if (before === undefined) delete process.env.QUARTERDECK_HOME
  else process.env.QUARTERDECK_HOME = before
  rmSync(home, { recursive: true, force: true })
})

describe("an archive", () => {
  const entries = [
    { name: "docs/MEMORY.md", content: "# Memory\n" },
    { name: `${"deep/".repeat(30)}${"long".repeat(20)}.md`, content: "long" },
    { name: "日本/記憶.md", content: "記憶" },
    { name: "empty.md", content: "" },
    { name: "inner.zip", content: zipOf([{ name: "x.md", content: "x" }]) },
  ]
  const expected = Object.fromEntries(
    entries.map(({ name, content }) => [name, Buffer.from(content).toString()]),
  )

  it.each([
    ["zip", async () => zipOf(entries)],
    ["tar", () => tarOf(entries)],
    ["tar.gz", () => tarGzOf(entries)],
    [
      "tar.gz of several gzip members",
      async () => {
        const tar = await tarOf(entries)
        return Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))])
      },
    ],
  ])("that is a %s is read to the byte, nested archives left alone", async (_, make) => {
    expect(await contentsOf(await make())).toEqual(expected)
  })

  it("reads long names in GNU tar's format", async () => {
    const name = `${"folder/".repeat(20)}notes.md`
    const tar = Buffer.concat([
      gnuLongName(name),
      tarHeader({ name: name.slice(0, 100), size: 5, magic: "ustar  \0" }),
      padded("notes"),
      END_OF_TAR,
    ])
    expect(await contentsOf(tar)).toEqual({ [name]: "notes" })
  })

  it("sets links, devices, sparse files and bad names of a tar aside, and reads the rest", async () => {
    const tar = Buffer.concat([
      await tarOf([
        { name: "link.md", type: "symlink", linkname: "/etc/passwd" },
        { name: "hard.md", type: "link", linkname: "good.md" },
        { name: "device", type: "character-device" },
        { name: "pipe", type: "fifo" },
        { name: "sparse.md", content: "x", pax: { "GNU.sparse.major": "1" } } as never,
        { name: "../out.md", content: "x" },
        { name: "/etc/passwd", content: "x" },
        { name: "good.md", content: "good" },
      ]).then((whole) => whole.subarray(0, -1024)),
      tarHeader({ name: Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64]) }),
      tarHeader({ name: "old-sparse.md", type: "S", magic: "ustar  \0" }),
      END_OF_TAR,
    ])
    const archive = await open(tar)
    expect(archive.files.map((file) => file.path)).toEqual(["good.md"])
    const reasons = Object.fromEntries(archive.refused.map((one) => [one.path, one.reason]))
    expect(reasons).toMatchObject({
      "link.md": expect.stringMatching(/link/) as string,
      "hard.md": expect.stringMatching(/link/) as string,
      device: expect.stringMatching(/device/) as string,
      pipe: expect.stringMatching(/pipe/) as string,
      "sparse.md": expect.stringMatching(/sparse/) as string,
      "../out.md": expect.stringMatching(/points outside/) as string,
      "/etc/passwd": expect.stringMatching(/points outside/) as string,
      "a\u00ff.md": expect.stringMatching(/UTF-8/) as string,
      "old-sparse.md": expect.stringMatching(/not a regular file/) as string,
    })
  })

  it("uses the last of two files with one name, also when the first is larger", async () => {
    const twice = [
      { name: "a.md", content: "the first, which is longer" },
      { name: "a.md", content: "last" },
    ]
    expect(await contentsOf(await tarOf(twice))).toEqual({ "a.md": "last" })
    expect(await contentsOf(zipOf(twice))).toEqual({ "a.md": "last" })
  })
})

describe("a bomb is refused as a whole, with words", () => {
  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ["gzip of zeros, 1000:1", () => zeroBomb("a.md", 300 * MB), /unpacks to more than/],
    [
      "zip of many files that pack well",
      () => zipOf(Array.from({ length: 30 }, (_, n) => ({ name: `${n}.md`, content: Buffer.alloc(9 * MB) }))),
      /unpacks to more than/,
    ],
    ["zip whose entries overlap", () => overlappingZip(2000, 9 * MB), /overlap/],
    [
      "zip of 10 million entries, as its end says",
      () => lyingZip64([{ name: "a.md" }], 10_000_000n),
      /more than 100,000 files/,
    ],
    ["tar.gz of 200,000 entries", () => countBomb(200_000), /more than 100,000 files|unpacks to more/],
    [
      "tar with a long name of 300 MB",
      async () =>
        Buffer.concat([
          tarHeader({ name: "././@LongLink", size: 300 * MB, type: "L", magic: "ustar  \0" }),
          Buffer.alloc(8 * MB, 0x61),
        ]),
      /unterminated header/,
    ],
    [
      "tar with a negative size",
      () => Buffer.concat([tarHeader({ name: "a.md", size: -1 }), END_OF_TAR]),
      /invalid size/,
    ],
    [
      "tar that ends within a file",
      async () => (await tarOf([{ name: "a.md", content: "x".repeat(5000) }])).subarray(0, 2000),
      /damaged/,
    ],
    [
      "tar with a wrong checksum",
      async () => Buffer.concat([tarHeader({ name: "a.md" }), tarHeader({ name: "b.md" }).fill(0x37, 0, 3)]),
      /damaged/,
    ],
    [
      "gzip that is cut off",
      async () => (await tarGzOf([{ name: "a.md", content: "x".repeat(5000) }])).subarray(0, 60),
      /damaged/,
    ],
    ["gzip within gzip", async () => gzipSync(await tarGzOf([{ name: "a.md" }])), /damaged/],
    ["text", () => Buffer.from("no archive at all"), /cannot be read as a zip or tar/],
  ])("%s", async (_, make, words) => {
    expect(await refusalOf(await make())).toMatch(words)
  })

  it("stops when the time is over", async () => {
    const stopped = new AbortController()
    stopped.abort(new Error("time is over"))
    const archive = await tarGzOf([{ name: "a.md", content: "x" }])
    await expect(openArchive(bufferSource(archive), stopped.signal)).rejects.toThrow(
      /took more than 300 seconds/,
    )
  })

  it("names a file that is damaged after the archive was listed", async () => {
    const bytes = zipOf([{ name: "ann/MEMORY.md", content: "# Memory\n".repeat(30) }])
    const archive = await open(bytes)
    bytes.fill(0xff, 30 + "ann/MEMORY.md".length, 30 + "ann/MEMORY.md".length + 4)
    await expect(archive.read(new Set(["ann/MEMORY.md"])).next()).rejects.toThrow(
      /^ann\/MEMORY\.md is damaged in the archive \(.+\): nothing was imported\. Create the archive again/,
    )
  })
})

describe("names", () => {
  it.each(BAD_NAMES)("refuses %j with a reason", (name, reason) => {
    expect(nameProblem(name)).toMatch(reason)
  })
  it.each([
    "C:/x.md",
    "c:x.md",
    "/etc/x.md",
    "a\\b.md",
    "a//b.md",
    "./a.md",
    "a/../b.md",
    "a\0b",
    "a\ud800b",
  ])("refuses %j", (name) => expect(nameProblem(name)).not.toBeNull())
  it.each([
    ".claude/agents/scout.md",
    ".kaizen/agents/a/memory.md",
    "notes ~ draft.md",
    "a/console.md",
    "a/.gitignore",
    "価格/100%.md",
    "memory/2026-01-02.md",
    "a/b/",
    "~$draft.md",
    "cost-in-$.md",
  ])("takes %j", (name) => expect(nameProblem(name)).toBeNull())
})

describe("an upload on disk", () => {
  const content = Buffer.from(Array.from({ length: 200_000 }, (_, place) => (place * 7919) % 251))
  const stored = async (most = content.length) =>
    Spool.store(Readable.from([content.subarray(0, 1000), content.subarray(1000)]), most)

  it("returns any range of its bytes", async () => {
    const spool = await stored()
    for (const [position, length] of [
      [0, 10],
      [15, 2],
      [17, 100_000],
      [199_990, 100],
      [65_536, 65_536],
    ] as const)
      expect(
        Buffer.compare(await spool!.read(position, length), content.subarray(position, position + length)),
      ).toBe(0)
    await spool!.discard()
  })

  it("has no name while it is open, and is deleted if it is too large or the sender disconnects", async () => {
    const spool = await stored()
    expect(readdirSync(join(home, "tmp"))).toEqual([])
    await spool!.discard()
    expect(await stored(1000)).toBeNull()
    const broken = (async function* () {
      yield content
      throw new Error("hung up")
    })()
    await expect(Spool.store(broken, content.length)).rejects.toThrow("hung up")
    expect(readdirSync(join(home, "tmp"))).toEqual([])
  })

  it("deletes leftovers of a killed process at the start", async () => {
    writeFileSync(join(home, "tmp", "upload-1-abc"), "left")
    await clearSpool()
    expect(readdirSync(join(home, "tmp"))).toEqual([])
  })
})

describe("memory", () => {
  it("unpacks archives larger than a heap of 64 MB within that heap", { timeout: 240_000 }, async () => {
    const script = join(home, "unpack.mjs")
    await build({
      entryPoints: ["tests/support/hostile/unpack-child.ts"],
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: script,
      tsconfig: "tsconfig.json",
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url)',
      },
      logLevel: "error",
    })
    const { stdout } = await promisify(execFile)(process.execPath, ["--max-old-space-size=64", script], {
      env: process.env,
    })
    process.stdout.write(`unpacking, peak memory: ${stdout}\n`)
    const { packed, zip, tar } = JSON.parse(stdout) as Record<string, number>
    expect([zip, tar]).toEqual([packed, packed])
  })
})
