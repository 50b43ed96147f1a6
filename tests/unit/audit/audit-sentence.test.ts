import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { actorOfEvent, hasSentence, sentenceOf } from "@/lib/memory/audit/audit-sentence"

const say = (kind: string, subject: string, detail = {}) => {
  const { before, subject: what, after } = sentenceOf({ kind, subject, detail })
  return `${before}${what ?? ""}${after}`
}

/** Event kinds that the source code passes to `commit`. */
function kindsInSources(): string[] {
  const files = ["lib/operations", "lib/auth"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  )
  const told = files
    .map((file) => readFileSync(file, "utf8"))
    .filter((text) => text.includes("commit("))
    .flatMap((text) =>
      [...text.matchAll(/\bkind: ([^,\n]*"[a-z-]+\.[a-z-]+"[^,\n]*), (?:teamId|subject)/g)].map(
        (match) => match[1] ?? "",
      ),
    )
  return [
    ...new Set(
      told.flatMap((words) => [...words.matchAll(/"([a-z-]+\.[a-z-]+)"/g)].map((match) => match[1] ?? "")),
    ),
  ].toSorted()
}

describe("the sentence of an event", () => {
  it.each([
    [
      "proposal.approve",
      "architecture/MEMORY.md",
      { proposals: [{}, {}, {}] },
      "approved 3 proposals in architecture/MEMORY.md",
    ],
    [
      "proposal.approve",
      "a.md",
      { proposals: [{}], rule: "additions" },
      "approved a proposal in a.md, as allowed by the policy",
    ],
    ["proposal.assign", "2 proposals", { person: null }, "unassigned 2 proposals"],
    ["import.store", "/srv/memory", { files: 1 }, "stored 1 file from /srv/memory"],
    ["import.store", "/srv/memory", { files: 1200 }, "stored 1,200 files from /srv/memory"],
    ["policy.change", "scope:global", {}, "changed the policies for global memory"],
    ["policy.set", "category:testing", { settings: null }, "reset the policies for the category testing"],
    ["team.rename", "New {}", { before: "Old {} one" }, "renamed the team Old {} one to New {}"],
    ["login.begin", "Ana Reyes", { way: "password" }, "signed in"],
    ["file.restore", "a.md", { restored: 4 }, "restored a.md to revision 4"],
    [
      "claim.decide",
      "Brief on ledger",
      { verdict: "edited", becomes: "brief", claims: 1 },
      "accepted 1 claim in “Brief on ledger” with edits",
    ],
    [
      "claim.decide",
      "Brief on ledger",
      { verdict: "accepted", becomes: "promotion", claims: 1, proposals: [{}, {}] },
      "accepted 1 claim in “Brief on ledger”, to be promoted by 2 proposals",
    ],
    [
      "claim.undo",
      "Brief on ledger",
      { proposals: [{}] },
      "undid the decision on a claim in “Brief on ledger” and withdrew a proposal",
    ],
    ["synthesis.reject", "Brief on ledger", { kind: "brief" }, "rejected the whole brief “Brief on ledger”"],
    ["heron.wade", "the weir", {}, "performed “heron.wade” on the weir"],
    ["constructor", "x", {}, "performed “constructor” on x"],
  ])("%s of %s with %j: %s", (kind, subject, detail, words) => {
    expect(say(kind, subject, detail)).toBe(words)
  })

  it("exists for every kind of event that the product writes", () => {
    const kinds = kindsInSources()
    expect(kinds.length).toBeGreaterThan(30)
    expect(kinds.filter((kind) => !hasSentence(kind))).toEqual([])
  })

  it("names the agent that an access token spoke for", () => {
    expect(
      actorOfEvent({ by: { kind: "person", name: "Ana Reyes" }, detail: { author: "person:1" } }),
    ).toEqual({
      name: "Ana Reyes",
      through: null,
    })
    expect(
      actorOfEvent({ by: { kind: "token", name: "CI" }, detail: { author: "agent:unit-tester" } }),
    ).toEqual({
      name: "unit-tester",
      through: "via the access token CI",
    })
    expect(actorOfEvent({ by: { kind: "token", name: "CI" }, detail: {} })).toEqual({
      name: "CI",
      through: "via access token",
    })
  })
})
