import { expect, it } from "vitest"
import { lookForProject } from "@/lib/cli/hook/key-check"
import { serverAt } from "@/lib/cli/infra/server"

const PROJECTS: Readonly<Record<string, string[]>> = { core: ["ledger"], ops: ["dispatch"] }

/** A server with two teams, each with a project. */
const server = {
  ...serverAt("http://quarterdeck.test", () => ({ token: "x", from: "the test" })),
  call: async (name: string, { team }: { team?: string } = {}) =>
    name === "project.list"
      ? { projects: (PROJECTS[team ?? ""] ?? []).map((slug) => ({ slug, name: slug })) }
      : { teams: Object.keys(PROJECTS).map((slug) => ({ slug, name: slug, sample: false })) },
} as unknown as Parameters<typeof lookForProject>[0]

it("finds a project in every team of the user", async () => {
  for (const [team, project] of [
    ["core", "ledger"],
    ["ops", "dispatch"],
  ] as const)
    expect(await lookForProject(server, { team: undefined, project })).toEqual({ warnings: [], team })
  const unknown = await lookForProject(server, { team: undefined, project: "nowhere" })
  expect(unknown.warnings.join()).toContain('project not found at http://quarterdeck.test: "nowhere"')
})
