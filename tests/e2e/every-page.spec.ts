import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { runOperation } from "@/lib/operations/operation"
import { planSeeding } from "@/lib/operations/seed/plan-seeding"
import { expectUsableAtBothWidths } from "../support/pages/axe"
import { agentMemory, folderOf, notesOf } from "../support/imports/folder"
import { importFolder } from "../support/imports/import-folder"
import { migrateTo } from "../support/data/migrations"
import { pagesOfApp } from "../support/pages/pages"
import { actorOf, expectDone, givenPerson, givenTeam } from "../support/data/people"
import { givenSynthesis } from "../support/coach/syntheses"

interface Look {
  readonly name: string
  /** The path, with values from the samples in braces and values from a team with one of everything in angle brackets. */
  readonly path: string
  readonly anonymous?: boolean
}

/** Every page by its route, with the states of it that are looked at here; or the spec that looks at it, narrow and wide, light and dark. */
const PAGES: Readonly<Record<string, readonly Look[] | { readonly by: string }>> = {
  "/": { by: "start" },
  "/[place]/[[...rest]]": [{ name: "page without a team", path: "/inbox" }],
  "/connect": { by: "deliveries/connect" },
  "/docs": [
    { name: "guides", path: "/docs", anonymous: true },
    { name: "search in the guides", path: "/docs?q=load+limit", anonymous: true },
  ],
  "/docs/[guide]": [{ name: "guide", path: "/docs/hooks", anonymous: true }],
  "/docs/api": [{ name: "HTTP API", path: "/docs/api?q=propose", anonymous: true }],
  "/docs/api/[operation]": [
    { name: "operation of the HTTP API", path: "/docs/api/proposal.create", anonymous: true },
  ],
  "/docs/api/shapes": [{ name: "shapes of the HTTP API", path: "/docs/api/shapes", anonymous: true }],
  "/join": [{ name: "invitation that is none", path: "/join?key=none", anonymous: true }],
  "/new-team": [{ name: "new team", path: "/new-team" }],
  "/reset": [{ name: "reset that is none", path: "/reset?key=none", anonymous: true }],
  "/sign-in": [{ name: "sign-in", path: "/sign-in", anonymous: true }],
  "/sign-out": [{ name: "sign-out", path: "/sign-out" }],
  "/t/[team]/[...rest]": [{ name: "nothing there", path: "/t/platform/nowhere" }],
  "/t/[team]": [
    { name: "home", path: "/t/platform" },
    { name: "home of a project", path: "/t/platform?project=ledger" },
  ],
  "/t/[team]/category/[slug]": [{ name: "category", path: "/t/platform/category/testing" }],
  "/t/[team]/coach": [{ name: "coach", path: "<team>/coach?new=orientation" }],
  "/t/[team]/coach/[synthesis]": [{ name: "synthesis", path: "<team>/coach/<synthesis>" }],
  "/t/[team]/coach/[synthesis]/print": [
    { name: "synthesis to print", path: "<team>/coach/<synthesis>/print" },
  ],
  "/t/[team]/memory/compact": [{ name: "compaction", path: "/t/platform/memory/compact" }],
  "/t/[team]/memory/compact/[file]": [
    { name: "compaction of daily logs", path: "<team>/memory/compact/<file>?kind=logs" },
    { name: "compaction of a long file", path: "/t/platform/memory/compact/{long}?kind=trim" },
    { name: "compaction of a run cache", path: "/t/platform/memory/compact/{runs}?kind=runs" },
  ],
  "/t/[team]/agents/context": { by: "context" },
  "/t/[team]/agents": [{ name: "fleet", path: "/t/platform/agents" }],
  "/t/[team]/agents/[project]/[agent]": [{ name: "agent", path: "/t/platform/agents/ledger/unit-tester" }],
  "/t/[team]/agents/[project]/[agent]/history": [
    { name: "history of an agent", path: "/t/platform/agents/ledger/unit-tester/history" },
  ],
  "/t/[team]/agents/[project]/[agent]/knows": [
    { name: "what an agent knows", path: "/t/platform/agents/ledger/unit-tester/knows?q=test" },
  ],
  "/t/[team]/agents/growth/activity": [{ name: "activity", path: "/t/platform/agents/growth/activity" }],
  "/t/[team]/agents/compare": [
    {
      name: "comparison of two agents",
      path: "/t/platform/agents/compare?a=ledger/unit-tester&b=ledger/contract-tester",
    },
  ],
  "/t/[team]/agents/overlap/coverage": [
    { name: "coverage", path: "/t/platform/agents/overlap/coverage?open=testing&section=Notes" },
  ],
  "/t/[team]/agents/growth": [{ name: "growth", path: "/t/platform/agents/growth" }],
  "/t/[team]/agents/delivery/files": [
    { name: "loads", path: "/t/platform/agents/delivery/files?by=both&category=testing" },
  ],
  "/t/[team]/agents/overlap": [{ name: "known by one", path: "/t/platform/agents/overlap" }],
  "/t/[team]/agents/overlap/repeated": [{ name: "redundant", path: "/t/platform/agents/overlap/repeated" }],
  "/t/[team]/health": [{ name: "health", path: "/t/platform/health" }],
  "/t/[team]/inbox": { by: "inbox/inbox" },
  "/t/[team]/inbox/category/[slug]": [
    { name: "proposals of a category", path: "/t/platform/inbox/category/testing" },
    { name: "category without proposals", path: "/t/platform/inbox/category/planning" },
  ],
  "/t/[team]/memory": { by: "memory-files/memory-file" },
  "/t/[team]/memory/[file]": { by: "memory-files/memory-file" },
  "/t/[team]/agents/delivery": { by: "deliveries/receipts" },
  "/t/[team]/search": { by: "search" },
  "/t/[team]/seed": [{ name: "seed", path: "<team>/seed" }],
  "/t/[team]/seed/[plan]": [{ name: "seed plan", path: "<team>/seed/<plan>" }],
  "/t/[team]/sources/migrate": [{ name: "migration", path: "/t/platform/sources/migrate" }],
  "/t/[team]/sources/migrate/[migration]": [
    { name: "record of a migration", path: "<team>/sources/migrate/<migration>" },
    { name: "migration that is not there", path: "<team>/sources/migrate/<plan>" },
  ],
  "/t/[team]/seed/new": [
    { name: "new seed plan", path: "/t/platform/seed/new?project=ledger&agent=newcomer" },
  ],
  "/t/[team]/settings/categories": [{ name: "taxonomy", path: "/t/platform/settings/categories" }],
  "/t/[team]/settings": [{ name: "members", path: "/t/platform/settings" }],
  "/t/[team]/settings/account": [{ name: "account", path: "/t/platform/settings/account" }],
  "/t/[team]/settings/audit": [
    { name: "audit log", path: "/t/platform/settings/audit" },
    { name: "audit log without a hit", path: "/t/platform/settings/audit?by=zzqqxx" },
  ],
  "/t/[team]/settings/instance": { by: "heartbeat" },
  "/t/[team]/settings/history": [
    { name: "history of writes", path: "/t/platform/settings/history" },
    { name: "history of writes without any", path: "/t/platform/settings/history?to=2020-01-01" },
  ],
  "/t/[team]/settings/history/[revert]": { by: "memory-files/revert" },
  "/t/[team]/settings/history/preview": [
    { name: "preview of a revert", path: "/t/platform/settings/history/preview?run={run}" },
    { name: "preview of a revert without writes", path: "/t/platform/settings/history/preview?agent=nobody" },
  ],
  "/t/[team]/settings/history/restore": [
    { name: "preview of restoring everything", path: "/t/platform/settings/history/restore?at=2026-01-01" },
    { name: "restoring everything to no time", path: "/t/platform/settings/history/restore?at=never" },
  ],
  "/t/[team]/settings/notifications": { by: "notifications" },
  "/t/[team]/settings/policies": [{ name: "policies", path: "/t/platform/settings/policies" }],
  "/t/[team]/settings/tokens": [{ name: "access tokens", path: "/t/platform/settings/tokens" }],
  "/t/[team]/sources": { by: "sources/write-back" },
  "/t/[team]/sources/imports": [{ name: "import history", path: "/t/platform/sources/imports" }],
  "/t/[team]/sources/write-back": [{ name: "write-backs", path: "/t/platform/sources/write-back" }],
  "/t/[team]/sources/[run]": [{ name: "import", path: "/t/platform/sources/{run}" }],
  "/t/[team]/sources/write-back/[source]": [
    { name: "write back", path: "/t/platform/sources/write-back/{source}" },
  ],
  "/t/[team]/memory/verify": [{ name: "what is to be verified", path: "/t/platform/memory/verify" }],
  "/welcome": [{ name: "welcome with a key that is none", path: "/welcome?key=none", anonymous: true }],
}

test("every page of the application is tested", () => {
  expect(Object.keys(PAGES).toSorted()).toEqual(pagesOfApp())
  for (const [route, looks] of Object.entries(PAGES))
    if ("by" in looks && route !== "/")
      expect(readFileSync(`tests/e2e/${looks.by}.spec.ts`, "utf8"), route).toMatch(
        /expectUsable(?:AtBothWidths)?\(/,
      )
})

const OWNER = join(process.env.E2E_HOME ?? "", "owner-login.json")

/** A team that a browser can only look at once something was done in it: with a brief, a seed plan, a migration, and daily logs beside a memory. */
let worlds: Promise<Readonly<Record<string, string>>> | null = null

for (const { name, path, anonymous } of Object.values(PAGES).flatMap((looks) =>
  "by" in looks ? [] : looks,
)) {
  test.describe(name, () => {
    test.use({ storageState: anonymous ? { cookies: [], origins: [] } : OWNER })

    test("can be used by everyone at 375 and at 1280 px, light and dark", async ({ page }) => {
      const thrown: string[] = []
      page.on("pageerror", (error) => thrown.push(String(error)))
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
      await page.setViewportSize({ width: 375, height: 800 })
      await page.goto(await filledIn(page, path))
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
      await expectUsableAtBothWidths(page, name)
      expect(thrown).toEqual([])
    })
  })
}

async function filledIn(page: Page, path: string): Promise<string> {
  const wanted = /\{(\w+)\}/.exec(path)?.[1]
  if (wanted !== undefined) return path.replace(`{${wanted}}`, await ofSamples(page, wanted))
  if (!path.includes("<")) return path
  const world = await (worlds ??= givenOneOfEach())
  return path.replaceAll(/<(\w+)>/g, (_, what: string) => world[what] ?? "")
}

async function ofSamples(page: Page, wanted: string): Promise<string> {
  if (wanted === "long" || wanted === "runs") {
    const { memories } = (await (await page.request.get("/api/v1/compaction?team=platform")).json()) as {
      memories: { file: string; kinds: { kind: string; due: boolean }[] }[]
    }
    return (
      memories.find(({ kinds }) =>
        kinds.some(({ kind, due }) => due && kind === (wanted === "long" ? "trim" : "runs")),
      )?.file ?? ""
    )
  }
  const { runs, sources } = (await (await page.request.get("/api/v1/sources?team=platform")).json()) as {
    runs: { run: string }[]
    sources: { id: string }[]
  }
  return (wanted === "run" ? runs[0]?.run : sources[0]?.id) ?? ""
}

async function givenOneOfEach(): Promise<Readonly<Record<string, string>>> {
  const team = await givenTeam()
  const agents = ["unit-tester", "contract-tester", "risk-architect"]
  await importFolder(
    team,
    folderOf("ledger", Object.fromEntries(agents.map((agent) => [agentMemory(agent), notesOf(agent, 3)]))),
    { project: "ledger" },
  )
  const log =
    "# 2026-01-02\n\n## Notes\n\n- Always run the migrations before the seed script, otherwise the seed fails silently.\n- Fixed the login bug\n"
  await importFolder(
    team,
    folderOf("dispatch", {
      "SOUL.md": "# Soul\n\nYou are calm.\n",
      "MEMORY.md": "# Memory\n\n## Lessons\n\n- Invoices are rounded half-even\n",
      "memory/2026-01-02.md": log,
    }),
    { project: "dispatch" },
  )
  const { migration } = await migrateTo({ team, project: "ledger", to: "D", categories: ["architecture"] })
  const { id: shared } = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, state: "present", path: { endsWith: "/architecture/MEMORY.md" } },
  })
  const entries = await database().entry.findMany({ where: { teamId: team.id, fileId: shared }, take: 2 })
  const synthesis = await givenSynthesis(team, {
    title: "What testers learned",
    claims: entries.map(({ id, text }) => ({
      text: `All of them know: ${text}`,
      cites: [id],
      decided: "waiting",
    })),
  })
  const lead = await actorOf(await givenPerson({ team, role: "lead" }))
  const { plans } = expectDone(
    await runOperation(planSeeding, lead, {
      team: team.slug,
      project: "ledger",
      agents: ["newcomer"],
      from: [{ agent: "unit-tester" }],
    }),
  )
  const { id: file } = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, path: "MEMORY.md" },
  })
  return { team: `/t/${team.slug}`, migration, synthesis, plan: plans[0]?.id ?? "", file }
}
