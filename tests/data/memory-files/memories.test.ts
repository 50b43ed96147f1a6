import { beforeAll, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { KAIZEN_SECTIONS } from "@/lib/formats/kaizen"
import type { Actor } from "@/lib/memory/teams/actor"
import { clearMemory, initMemory, showMemory } from "@/lib/operations/memories/memories"
import { restoreFile } from "@/lib/operations/history/restore-and-rewind"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { scopeMemory, scopePath } from "../../support/conflicts/conflicts"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenToken, textOf } from "../../support/proposals"

const ANN = memoryPath("ann")
let world: Awaited<ReturnType<typeof givenMemory>>
let token: Actor
const named = () => ({ team: world.team.slug, project: "ledger" })

beforeAll(async () => {
  world = await givenMemory({
    [ANN]: memoryOf("ann", ["[2026-01-02] One", "[2026-01-03] Two"]),
    [memoryPath("out")]: "---\nagent: out\nmemory: disabled\n---\n",
    [scopePath("project")]: scopeMemory(["Shared"]),
    "lead/.claude/agent-memory/bob/MEMORY.md":
      "---\nname: bob\nkept: yes\n---\r\n\r\n# Bob\r\n\r\n- [2026-01-02] Known\r\n",
  })
  token = givenToken(world.team)
})

describe("memory.show", () => {
  it("returns the memory of an agent or a scope", async () => {
    expect(
      expectDone(await runOperation(showMemory, world.lead, { ...named(), agent: "ann" })),
    ).toMatchObject({
      path: ANN,
      text: memoryOf("ann", ["[2026-01-02] One", "[2026-01-03] Two"]),
      revision: 1,
    })
    expect(expectDone(await runOperation(showMemory, world.lead, named()))).toMatchObject({
      path: scopePath("project"),
    })
    expect(await runOperation(showMemory, world.lead, { ...named(), agent: "nobody" })).toMatchObject({
      ok: false,
      reason: "not-found",
      message: expect.stringContaining("memory init"),
    })
    expect(
      await runOperation(showMemory, world.lead, { ...named(), agent: "ann", category: "testing" }),
    ).toMatchObject({ ok: false, reason: "invalid" })
  })
})

describe("memory.init", () => {
  it("creates the documented structure for an agent once", async () => {
    const made = expectDone(await runOperation(initMemory, token, { ...named(), agent: "cleo" }))
    expect(made).toMatchObject({ path: memoryPath("cleo"), made: true, revision: 1 })
    const text = await textOf(world, memoryPath("cleo"))
    const today = new Date().toISOString().slice(0, 10)
    expect(text).toBe(
      [
        "---",
        "agent: cleo",
        "project: ledger",
        `last_updated: ${today}`,
        "session_count: 0",
        "---",
        ...KAIZEN_SECTIONS.flatMap(({ name, about }) => ["", `## ${name}`, `<!-- ${about} -->`]),
        "",
      ].join("\n"),
    )
    expect(expectDone(await runOperation(initMemory, token, { ...named(), agent: "cleo" }))).toMatchObject({
      path: memoryPath("cleo"),
      made: false,
      file: made.file,
    })
    expect(
      await database().auditEvent.findFirst({ where: { teamId: world.team.id, kind: "memory.init" } }),
    ).toMatchObject({ subject: memoryPath("cleo") })
  })

  it("creates one memory for concurrent requests", async () => {
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => runOperation(initMemory, token, { ...named(), agent: "dora" })),
    )
    expect(asked.map((one) => expectDone(one)).filter((one) => one.made)).toHaveLength(1)
    expect(
      await database().memoryFile.count({ where: { teamId: world.team.id, path: memoryPath("dora") } }),
    ).toBe(1)
  })

  it("creates memory in the team's folder, or in a given format", async () => {
    expect(expectDone(await runOperation(initMemory, token, { ...named(), scope: "team" }))).toMatchObject({
      path: scopePath("team", world.team.slug),
      made: true,
      text: expect.stringContaining('"entries": []'),
    })
    expect(
      expectDone(
        await runOperation(initMemory, token, { ...named(), agent: "eve", format: "claude-agent-memory" }),
      ),
    ).toMatchObject({ path: ".claude/agent-memory/eve/MEMORY.md", made: true })
  })

  it("is rejected for an agent that has opted out and for an invalid name, with the reason", async () => {
    expect(await runOperation(initMemory, token, { ...named(), agent: "out" })).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: expect.stringContaining("out has opted out of memory"),
    })
    expect(await runOperation(initMemory, token, { ...named(), agent: "../up" })).toMatchObject({
      ok: false,
      reason: "invalid",
    })
    expect(await runOperation(initMemory, token, named())).toMatchObject({
      ok: false,
      reason: "invalid",
      message: expect.stringContaining("either agent or scope"),
    })
  })
})

describe("memory.clear", () => {
  it("keeps the structure and the front matter, in one revision that can be undone", async () => {
    const before = await textOf(world, ANN)
    expect(await runOperation(clearMemory, world.lead, { ...named(), agent: "ann", base: 7 })).toMatchObject({
      ok: false,
      reason: "stale",
    })
    const cleared = expectDone(
      await runOperation(clearMemory, world.lead, { ...named(), agent: "ann", base: 1 }),
    )
    expect(cleared).toMatchObject({ path: ANN, removed: 2, revision: 2, others: 0 })
    expect(await textOf(world, ANN)).toBe(
      [
        "---",
        "agent: ann",
        "project: ledger",
        "last_updated: 2026-02-01",
        "session_count: 2",
        "---",
        ...KAIZEN_SECTIONS.flatMap(({ name, about }) => ["", `## ${name}`, `<!-- ${about} -->`]),
        "",
      ].join("\n"),
    )
    expect((await world.file(ANN)).entries).toEqual([])
    expect(
      expectDone(await runOperation(clearMemory, world.lead, { ...named(), agent: "ann" })),
    ).toMatchObject({
      removed: 0,
      revision: 2,
    })
    expectDone(await runOperation(restoreFile, world.lead, { file: cleared.file, revision: 1, base: 2 }))
    expect(await textOf(world, ANN)).toBe(before)
    expect((await world.file(ANN)).entries.map((one) => one.text)).toEqual(["One", "Two"])
  })

  it("keeps front matter byte for byte, and the file's line breaks", async () => {
    const path = "lead/.claude/agent-memory/bob/MEMORY.md"
    expectDone(await runOperation(clearMemory, world.lead, { ...named(), agent: "bob" }))
    const text = await textOf(world, path)
    expect(text.startsWith("---\nname: bob\nkept: yes\n---\r\n")).toBe(true)
    expect(text).not.toContain("Known")
    expect(text.replace("---\nname: bob\nkept: yes\n---", "")).not.toMatch(/[^\r]\n/)
  })

  it("requires a curator, and a policy with one approval", async () => {
    expect(await runOperation(clearMemory, token, { ...named(), agent: "ann" })).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: expect.stringContaining("only curators can clear its memory. Propose removing"),
    })
    expect(await runOperation(clearMemory, world.lead, { ...named(), agent: "nobody" })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expectDone(
      await runOperation(changePolicy, world.lead, {
        team: world.team.slug,
        place: "team",
        settings: { approvals: 2 },
      }),
    )
    expect(await runOperation(clearMemory, world.lead, { ...named(), agent: "ann" })).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: expect.stringContaining("2 approvals are required"),
    })
  })
})
