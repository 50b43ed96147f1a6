import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { showHealth } from "@/lib/operations/health/health"
import { runOperation } from "@/lib/operations/operation"
import { importFolder } from "../../support/imports/import-folder"
import { givenFolder } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"

it("shows which harness reads which file through which link, and which links are missing", async () => {
  const team = await givenTeam()
  const links = async () =>
    expectDone(await runOperation(showHealth, systemActor(), { team: team.slug })).checks.find(
      ({ name }) => name === "harness-links",
    )
  const folder = givenFolder({
    "agents/ada/SOUL.md": "# Soul\n\nCalm.\n",
    "agents/ada/MEMORY.md": "# Memory\n\n- Rates are read once a day\n",
  })
  await importFolder(team, folder, { project: "home" })
  expect(await links()).toBeUndefined()
  const link = (path: string, to: string) => symlinkSync(to, join(folder, path))
  for (const harness of [".claude", ".pi/agent"]) mkdirSync(join(folder, harness), { recursive: true })
  link(".claude/SOUL.md", "../agents/ada/SOUL.md")
  link(".claude/MEMORY.md", "../agents/ada/MEMORY.md")
  link(".pi/agent/SOUL.md", "../../agents/ada/SOUL.md")
  await importFolder(team, folder, { project: "home" })
  expect(await links()).toMatchObject({
    ok: false,
    severity: "info",
    message: "Symbolic links are missing for 1 of 2 harnesses",
    subjects: [
      {
        agent: "ada",
        project: "home",
        path: ".pi/agent/MEMORY.md",
        message:
          ".pi/agent is missing .pi/agent/MEMORY.md → agents/ada/MEMORY.md, but reads .pi/agent/SOUL.md → agents/ada/SOUL.md",
      },
      { message: expect.stringMatching(/^\.claude reads \.claude\/MEMORY\.md → /) as string },
    ],
  })
  link(".pi/agent/MEMORY.md", "../../agents/ada/MEMORY.md")
  await importFolder(team, folder, { project: "home" })
  expect(await links()).toMatchObject({
    ok: true,
    message: "2 harnesses read the same files through symbolic links",
  })
})
