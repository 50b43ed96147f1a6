import { expect, test } from "@playwright/test"
import { groupBy } from "@/lib/memory/text/aggregates"
import { HOSTILE_NAMES, STORABLE_HOSTILE_NAMES } from "../support/hostile/names"
import { givenNamedTeam, type NamedTeam } from "../support/hostile/named-team"
import { type Watch, watchFor } from "../support/hostile/watch"
import { pagesOfApp } from "../support/pages/pages"
import { givenPerson } from "../support/data/people"
import { sampleOf } from "../support/thorough"
import { signedIn } from "../support/pages/visitor"

test.describe.configure({ mode: "default" })

let world: NamedTeam
let watch: Watch
test.beforeEach(async ({ context, baseURL }, info) => {
  test.setTimeout(300_000)
  world ??= await givenNamedTeam(info.outputPath("named"))
  watch = await watchFor(context, baseURL ?? "")
  await signedIn(context, await givenPerson({ team: world.team, role: "owner" }))
})

/** Pages of a team that need no record beside the fleet itself. Pages with another id are tried with hostile ids below. */
const ROUTES = pagesOfApp().filter(
  // The page of unknown addresses has no heading before its scripts run.
  (route) => route.startsWith("/t/[team]") && !route.endsWith("[...rest]"),
)
const QUERIES: Readonly<Record<string, string>> = {
  "/t/[team]/agents/context": "?project=constructor&agent=constructor",
  "/t/[team]/agents/compare": "?a=constructor/constructor&b=constructor/__proto__",
  "/t/[team]/agents/overlap/coverage": "?open=constructor&section=__proto__",
  "/t/[team]/memory/[file]": "?view=history",
  "/t/[team]/search": "?q=constructor&agent=__proto__&category=toString",
  "/t/[team]/seed/new": "?project=constructor&agent=constructor",
  "/t/[team]/settings/audit": "?kind=constructor&by=__proto__",
}

test("every page of a team shows a fleet of hostile names under its heading", async ({ page }) => {
  const at = new Map([
    ["team", world.team.slug],
    ["project", world.named],
    ["agent", "constructor"],
    ["slug", "constructor"],
    ["file", world.file],
  ])
  // Pages of a section show names by the same parts: scripts run on one of each.
  const sections = groupBy(ROUTES, (route) => route.split("/")[3])
  const opened = new Set([...sections.values()].flatMap((routes) => sampleOf(routes, routes.length)))
  for (const route of new Set([...opened, ...sampleOf(ROUTES, 3)])) {
    const parts = route.replaceAll(/\[(\w+)\]/g, (_, part: string) => at.get(part) ?? "constructor")
    const path = `${parts}${new Map(Object.entries(QUERIES)).get(route) ?? ""}`
    const response = await page.request.get(path)
    expect.soft(response.status(), route).toBeLessThan(500)
    expect.soft(await response.text(), route).toMatch(/<h1[ >]/)
    if (!opened.has(route)) continue
    await page.goto(path)
    await expect.soft(page.getByRole("heading", { level: 1 }), route).toHaveCount(1)
    await watch.nothingHappened(page, route)
  }
})

test("responds to every kind of name in an address, and renders none of it as markup", async ({ page }) => {
  const { slug } = world.team
  const pathsOf = (name: string) => [
    `/t/${slug}/agents/${world.named}/${name}`,
    `/t/${slug}?project=${name}`,
    `/t/${slug}/category/${name}`,
    `/t/${slug}/memory/${name}`,
    `/t/${name}/agents`,
  ]
  const inherited: readonly string[] = HOSTILE_NAMES["inherited by plain objects"]
  for (const [place, name] of sampleOf([...STORABLE_HOSTILE_NAMES.entries()], 3)) {
    const paths = pathsOf(encodeURIComponent(name))
    // Each other name is tried at one path, in turn.
    for (const path of inherited.includes(name) ? paths : paths.slice(place % 5, (place % 5) + 1)) {
      const response = await page.request.get(path)
      expect.soft(response.status(), path).toBeLessThan(500)
      expect.soft(await response.text(), path).not.toMatch(/<script>quarterdeckRan|<img src=x/)
    }
  }
})
