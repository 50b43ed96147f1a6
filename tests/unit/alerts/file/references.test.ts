import { describe, expect, it } from "vitest"
import type { FileFacts } from "@/lib/memory/alerts/file/file-rule"
import { linksIn } from "@/lib/memory/memory-files/topic-files"
import { entryOf, fileOf, found, kinds } from "./files"

const FOLDER = ".claude/agent-memory/ann/"
const index = (text: string, beside: readonly string[], more: Partial<FileFacts> = {}) =>
  fileOf({
    path: `${FOLDER}MEMORY.md`,
    format: "claude-agent-memory",
    role: "index",
    text,
    beside: ["MEMORY.md", ...beside].map((name) => FOLDER + name),
    ...more,
  })

describe("an index", () => {
  it("is reported for a line that links to a missing topic file", () => {
    expect(
      found(index("- [Queues](queues.md) — drain\n- [Cache](cache.md) — cold\n", ["queues.md"])),
    ).toMatchObject([
      {
        kind: "broken-reference",
        part: "missing",
        severity: "warning",
        line: 2,
        column: 3,
        message: "Line 2 links to cache.md, which does not exist",
        evidence: {
          names: ["cache.md"],
          places: [{ line: 2, column: 3, code: "link-broken", message: "cache.md does not exist" }],
        },
      },
    ])
    expect(found(index("- [A](a.md)\n- [B](sub/b.md)\n- [Q](queues.md)\n", ["queues.md"]))[0]?.message).toBe(
      "2 lines link to files that do not exist: a.md and sub/b.md",
    )
  })

  it("is reported for topic files beside it that it does not link to", () => {
    expect(
      found(index("- [Queues](queues.md)\nSee also `cache.md`\n", ["queues.md", "cache.md", "deploy.md"])),
    ).toMatchObject([
      {
        part: "unlisted",
        severity: "info",
        message: "The index does not link to the topic file deploy.md",
        evidence: { names: ["deploy.md"] },
      },
    ])
    expect(found(index("- one\n", ["a.md", "b.md"]))[0]?.message).toBe(
      "The index does not link to 2 topic files: a.md and b.md",
    )
  })

  it("is complete where links and files match, and is not checked where its folder has no other files", () => {
    expect(
      kinds(
        index(
          "- [Queues](./queues.md#drain 'x')\n- [Web](https://example.test/a.md)\n- [Up](../ben/MEMORY.md)\n",
          ["queues.md"],
        ),
      ),
    ).toEqual([])
    expect(kinds(index("- [Queues](queues.md)\n", []))).toEqual([])
  })

  it("is missed in a folder of topics that has none", () => {
    const topic = fileOf({
      path: `${FOLDER}a.md`,
      format: "claude-agent-memory",
      role: "topic",
      withoutIndex: 3,
    })
    expect(found(topic)).toMatchObject([
      {
        kind: "broken-reference",
        part: "no-index",
        message: "No MEMORY.md links to the 3 topic files in this folder, so agents do not find them",
      },
    ])
    expect(kinds({ ...topic, format: "serena-memories" })).toEqual([])
  })
})

describe("citations of entries", () => {
  it("is reported once for the file where it is no longer in the code base", () => {
    const file = fileOf({
      entries: [
        entryOf({ line: 4, citedGone: ["lib/old.ts was removed"] }),
        entryOf({ line: 5 }),
        entryOf({ line: 6, citedGone: ["lib/a.ts ends at line 40", "lib/old.ts was removed"] }),
        entryOf({ line: 7, state: "retired", citedGone: ["lib/b.ts was removed"] }),
      ],
    })
    expect(found(file)).toMatchObject([
      {
        kind: "broken-reference",
        part: "cited",
        severity: "info",
        line: 4,
        message: "2 of 3 entries cite a removed file: lib/old.ts, and changed code: lib/a.ts ends at line 40",
        evidence: { entries: ["entry-4", "entry-6"], figures: { citing: 2, gone: 2 } },
      },
    ])
  })
})

describe("links of a text", () => {
  it("are read where a reader would follow them, with line and column", () => {
    const text =
      "\uFEFFSee [a](a.md) and [b](<b c.md>)\n```\n[no](no.md)\n```\n<!-- [no](no.md) -->\n`[no](no.md)` [d](sub/../d%20e.md)\n![image](i.md) [code](../../../../x.md) [abs](/x.md)\n"
    expect(linksIn(text, "m/ann/MEMORY.md")).toEqual([
      { target: "m/ann/a.md", line: 1, column: 5 },
      { target: "m/ann/b c.md", line: 1, column: 19 },
      { target: "m/ann/d e.md", line: 6, column: 15 },
    ])
  })
})
