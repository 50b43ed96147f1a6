import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { decode } from "@/lib/formats/decode"
import { chooseFormat, locator } from "@/lib/formats/format-detection"
import { linkedFiles } from "@/lib/formats/memory-signs"
import { type Cut, cutOf } from "@/lib/memory/memory-files/load-limit"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"

type Files = Readonly<Record<string, string>>

interface ReadFile {
  readonly format: string
  readonly agent: string | null
  readonly role: string
  readonly entries: readonly string[]
  readonly cut: Cut | null
}

/**
 * The result of importing the files of one source: format, agent, entries and the line after which the
 * harness stops reading.
 */
function read(files: Files, source = "/srv/copy"): Record<string, ReadFile | "left alone"> {
  const paths = Object.keys(files)
  const holder = prefixOfMemoryFolder({ kind: "client", name: source }, paths)
  const indexes = paths
    .filter((path) => /(?:^|\/)MEMORY\.md$/.test(path))
    .map((path) => ({ path, text: files[path] ?? "" }))
  const locate = locator(paths, holder, { linked: linkedFiles(indexes, new Set(paths)) })
  return Object.fromEntries(
    Object.entries(files).map(([path, text]): [string, ReadFile | "left alone"] => {
      const chosen = chooseFormat(locate(path), text, holder + path)
      if ("leftAlone" in chosen) return [path, "left alone"]
      const { format, location } = chosen
      const parsed = format.parse(text, holder + path)
      return [
        path,
        {
          format: format.id,
          agent: location.agent ?? parsed.meta.agent,
          role: location.role,
          entries: parsed.entries.map((entry) => entry.text),
          cut: cutOf(text, format.limits(holder + path)),
        },
      ]
    }),
  )
}

const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

const without = (folder: string, read: Record<string, ReadFile | "left alone">) =>
  Object.fromEntries(
    Object.entries(read).flatMap(([path, found]) =>
      path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), found]] : [],
    ),
  )

const LONG_INDEX = `# Memory\n\n${Array.from({ length: 247 }, (_, line) => `- [Lesson ${line}](lesson.md) — ${"what was learned ".repeat(5)}`).join("\n")}\n`

const MEMORY: Files = {
  "MEMORY.md": LONG_INDEX,
  "lesson.md": "---\nname: Lesson\ndescription: One\ntype: feedback\n---\n\nRun the smoke tests first.\n",
  "plain.md": "- A topic without front matter that no index links\n",
  "deep/older.md": "- A topic further down\n",
}

const SLUG = "-home-ann-shop"

describe("Claude Code's project memory, in any folder", () => {
  const usual = `.claude/projects/${SLUG}/memory`
  const expected = without(usual, read(below(usual, MEMORY)))

  test("is memory with a load limit in its own place", () => {
    expect(expected["MEMORY.md"]).toMatchObject({ format: "claude-auto-memory", role: "index" })
    expect(expected["MEMORY.md"]).toMatchObject({ cut: { reason: "lines", line: 201 } })
    expect(Object.values(expected)).not.toContain("left alone")
  })

  test.each([
    ["the folder of the project", `/home/ann/.claude/projects/${SLUG}`, "memory"],
    ["a copy of that folder", `/srv/backup/${SLUG}`, "memory"],
    ["a folder of such folders", "/srv/backup", `${SLUG}/memory`],
    ["a repository with a folder memory", "/srv/shop", "memory"],
  ])("is the same in %s", (_, source, folder) => {
    expect(without(folder, read(below(folder, MEMORY), source))).toEqual(expected)
  })

  test.each([
    ["the memory folder itself", `/home/ann/.claude/projects/${SLUG}/memory`],
    ["a bare folder memory", "/srv/memory"],
    ["a repository whose root is the memory", "/srv/notes"],
  ])("is the same in %s", (_, source) => {
    expect(read(MEMORY, source)).toEqual(expected)
  })

  test("is recognized at the root of a repository beside a readme and a license", () => {
    const {
      "README.md": readme,
      LICENSE: licence,
      ...rest
    } = read({
      ...MEMORY,
      "README.md": "# Notes\n",
      LICENSE: "MIT",
      ".gitignore": "",
    })
    expect([readme, licence]).toEqual(["left alone", "left alone"])
    expect(rest).toMatchObject(expected)
  })
})

test("an index of too many bytes is cut where they end, before its 200th line", () => {
  const lines = Array.from(
    { length: 249 },
    (_, line) => `- [Lesson ${line}](lesson.md) — ${"words ".repeat(20)}`,
  )
  const found = read({ "MEMORY.md": lines.join("\n"), "lesson.md": "- One\n" })
  expect(found["MEMORY.md"]).toMatchObject({ cut: { reason: "bytes" } })
})

describe("memory among other files of a repository", () => {
  const CODE: Files = { "src/main.ts": "export {}\n", "package.json": "{}" }

  test("is shown by front matter or by the index that links it", () => {
    const found = read({
      ...CODE,
      "MEMORY.md": "- [Builds](builds.md) — how they run\n- [Old](archive/old.md) — what was\n",
      "builds.md": "- Builds run nightly\n",
      "archive/old.md": "- It was slow\n",
      "typed.md":
        "---\nname: Typed\ndescription: One\nmetadata: \n  type: project\n---\n\nShip on Fridays.\n",
      "session.md": "---\nname: x\nmetadata:\n  node_type: memory\n  originSessionId: 1-2\n---\n\nWords.\n",
      "PLAN.md": "- Not a memory\n",
    })
    expect(found).toMatchObject({
      "MEMORY.md": { format: "claude-auto-memory" },
      "builds.md": { format: "claude-auto-memory" },
      "archive/old.md": { format: "claude-auto-memory" },
      "typed.md": { format: "claude-auto-memory" },
      "session.md": { format: "claude-auto-memory" },
      "PLAN.md": "left alone",
    })
  })

  test("is not recognized without either sign", () => {
    expect(
      read({ ...CODE, "memory/design.md": "- About caches\n", "notes.md": "---\ntitle: Notes\n---\nx\n" }),
    ).toEqual({
      "src/main.ts": "left alone",
      "package.json": "left alone",
      "memory/design.md": "left alone",
      "notes.md": "left alone",
    })
  })

  test("is still a workspace beside daily logs or identity files", () => {
    const found = read({
      "MEMORY.md": "- [Builds](memory/builds.md)\n",
      "memory/2026-02-15.md": "- Read the queue\n",
      "memory/builds.md": "- Builds run nightly\n",
      "ws/SOUL.md": "Be kind\n",
      "ws/MEMORY.md": "- [Tools](TOOLS.md)\n",
      "ws/TOOLS.md": "- git\n",
    })
    expect(Object.values(found).map((one) => (typeof one === "string" ? one : one.format))).toEqual([
      "memory-workspace",
      "memory-workspace",
      "memory-workspace",
      "openclaw-workspace",
      "openclaw-workspace",
      "openclaw-workspace",
    ])
  })
})

describe("Claude Code's agent memory, in any folder", () => {
  const AGENTS: Files = {
    "code-reviewer/MEMORY.md": "- [Style](style.md) — how we write\n",
    "code-reviewer/style.md": "- Tabs are banned\n",
    "scout/MEMORY.md": "- The queue is slow on Mondays\n",
    "scout/deep/map.md": "- Where things are\n",
  }
  const usual = ".claude/agent-memory"
  const expected = without(usual, read(below(usual, AGENTS)))

  test("belongs to the agent that its folder names", () => {
    expect(expected).toMatchObject({
      "code-reviewer/style.md": { format: "claude-agent-memory", agent: "code-reviewer" },
      "scout/MEMORY.md": { format: "claude-agent-memory", agent: "scout" },
    })
  })

  test.each([
    ["the folder of all agents", "/srv/shop/.claude/agent-memory"],
    ["a bare folder of that name", "/srv/agent-memory"],
    ["a repository whose root it is", "/srv/notes"],
  ])("is the same in %s", (_, source) => {
    expect(read(AGENTS, source)).toEqual(expected)
  })

  test("is the same in one agent's folder", () => {
    expect(
      read({ "MEMORY.md": AGENTS["scout/MEMORY.md"] ?? "" }, "/srv/shop/.claude/agent-memory/scout"),
    ).toEqual({
      "MEMORY.md": expected["scout/MEMORY.md"],
    })
  })

  test("in a shared folder belongs to an agent only if one of that name is defined", () => {
    const shared = {
      "shared/MEMORY.md": "- a\n",
      "cross-team/MEMORY.md": "- b\n",
      "doc-team/notes.md": "- c\n",
    }
    const agentsOf = (files: Files) =>
      Object.values(read(below(usual, files))).map((one) => (typeof one === "string" ? one : one.agent))
    expect(agentsOf(shared)).toEqual([null, null, null])
    const defined = read({
      ...below(usual, { "red-team/MEMORY.md": "- a\n" }),
      ".claude/agents/red-team.md": "---\nname: red-team\n---\n",
    })
    expect(defined[`${usual}/red-team/MEMORY.md`]).toMatchObject({ agent: "red-team" })
  })
})

test("a memory bank in a folder of another name is recognized by most of its six file names", () => {
  const bank: Files = {
    "projectbrief.md": "- What it is for\n",
    "activeContext.md": "- What is done now\n",
    "techContext.md": "- What it is made of\n",
    "progress.md": "- What is done\n",
    "testing.md": "- How it is tested\n",
  }
  expect(read(bank)).toEqual(without("memory-bank", read(below("memory-bank", bank))))
  const beside = read({ ...bank, "src/main.ts": "export {}\n" })
  expect([beside["progress.md"], beside["testing.md"]]).toMatchObject([
    { format: "cline-memory-bank" },
    "left alone",
  ])
  expect(read({ "progress.md": "- x\n", "projectbrief.md": "- y\n", "src/main.ts": "" })).toMatchObject({
    "progress.md": "left alone",
  })
})

const CORPUS = fileURLToPath(new URL("../../../../shared/corpus", import.meta.url))

/** Folders of the collection with Claude Code memory in its standard place, by path. */
function memoryFolders(paths: readonly string[]): Map<string, "agent-memory" | "memory"> {
  const folders = new Map<string, "agent-memory" | "memory">()
  for (const path of paths) {
    const agents = /^(.*\.claude\/agent-memory)\/[^/]+\/.+\.md$/.exec(path)?.[1]
    const own = /^(.*\.claude\/(?:projects\/[^/]+\/)?memory)\/.+\.md$/.exec(path)?.[1]
    if (agents !== undefined) folders.set(agents, "agent-memory")
    if (own !== undefined) folders.set(own, "memory")
  }
  return folders
}

function textsBelow(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const decoded = decode(readFileSync(path))
      return decoded.ok ? [[path.slice(folder.length + 1), decoded.text]] : []
    }),
  )
}

describe.skipIf(!existsSync(CORPUS))("real memory (skipped where ../shared/corpus is absent)", () => {
  const paths = existsSync(CORPUS)
    ? readdirSync(CORPUS, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(CORPUS.length + 1))
    : []

  test(
    "is the same in its repository, as its folder alone and as the root of a repository",
    { timeout: 60_000 },
    () => {
      for (const [folder, name] of memoryFolders(paths)) {
        const repository = folder.split("/")[0] ?? ""
        const inside = folder.slice(repository.length + 1)
        const whole = without(inside, read(textsBelow(join(CORPUS, repository)), `/srv/${repository}`))
        const own = textsBelow(join(CORPUS, folder))
        expect(read(own, `/srv/copies/${name}`), folder).toEqual(whole)
        // An index without links and without other files belongs to a workspace.
        if (Object.keys(own).length > 1) expect(read(own, "/srv/notes"), folder).toEqual(whole)
      }
    },
  )
})

describe("files that an index links", () => {
  const linked = (text: string, ...paths: string[]) =>
    [...linkedFiles([{ path: "MEMORY.md", text }], new Set(["MEMORY.md", ...paths]))].toSorted()

  test("are those beside and below it, with the index itself", () => {
    expect(linked("- [Ports](topics/ports.md)\n- [Keys](./keys.md)\n", "topics/ports.md", "keys.md")).toEqual(
      ["MEMORY.md", "keys.md", "topics/ports.md"],
    )
  })

  test("are not those outside of the source", () => {
    expect(linked("- [Ports](../../ports.md)\n", "ports.md")).toEqual([])
  })
})
