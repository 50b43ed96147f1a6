import { expect, it } from "vitest"
import { healthCommand } from "@/lib/cli/health"
import type { Server } from "@/lib/cli/infra/server"

const subject = (more: object) => ({
  kind: null,
  alert: null,
  severity: "info",
  project: "ledger",
  agent: null,
  file: null,
  path: null,
  line: null,
  message: "it is behind",
  ...more,
})
const path = ".claude/agent-memory/testing/MEMORY.md"

async function said(subjects: readonly object[]): Promise<string> {
  const shown = {
    score: 80,
    threshold: 90,
    healthy: false,
    team: { slug: "platform", name: "Platform" },
    project: null,
    projects: [],
    at: "2026-11-22T12:00:00.000Z",
    parts: [],
    checks: [
      {
        name: "loaded",
        label: "Delivered",
        ok: false,
        severity: "info",
        message: "2 behind",
        wayOut: null,
        project: "ledger",
        path,
        subjects,
        more: 0,
      },
    ],
  }
  const server = { call: () => Promise.resolve(shown) } as unknown as Server
  return String(
    (
      await healthCommand.run({
        words: [],
        values: {},
        lists: {},
        on: new Set(),
        server,
      } as unknown as Parameters<typeof healthCommand.run>[0])
    ).text,
  )
}

it("health prints the agent before the file, to distinguish agents that share a file", async () => {
  const text = await said([
    subject({ agent: "unit-tester", path }),
    subject({ agent: "integrator", path, line: 12 }),
  ])
  expect(text).toContain(`  ledger  unit-tester  ${path}\n    it is behind`)
  expect(text).toContain(`  ledger  integrator  ${path}:12\n    it is behind`)
})

it("health omits unknown locations", async () => {
  const text = await said([
    subject({ agent: "unit-tester" }),
    subject({ path, line: 3 }),
    subject({ project: null, path }),
  ])
  expect(text).toContain("\n  ledger  unit-tester\n")
  expect(text).toContain(`\n  ledger  ${path}:3\n`)
  expect(text).toContain(`\n  ${path}\n`)
})
