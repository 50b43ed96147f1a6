import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { quarterdeck } from "../../support/commands/command-line"
import { agentMemory, folderOf, notesOf } from "../../support/imports/folder"
import { importFolder, storedFile } from "../../support/imports/import-folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { givenSecret } from "../../support/proposals"
import { signedIn } from "../../support/pages/visitor"
import { openInbox } from "../../support/conflicts/waiting"

const LEARNED = "Retries need the signature header"

test("approves in the browser what a remote session learned, delivers it to the next session, and records the revision in its receipt", async ({
  page,
}) => {
  const team = await givenTeam()
  await importFolder(
    team,
    folderOf("harness/ledger", { [agentMemory("unit-tester")]: notesOf("unit-tester", 3) }),
  )
  const home = mkdtempSync(join(tmpdir(), "quarterdeck-machine-"))
  const folder = join(home, "ledger")
  mkdirSync(folder)
  const env = {
    HOME: home,
    XDG_STATE_HOME: "",
    QUARTERDECK_URL: `http://localhost:${process.env.E2E_PORT}`,
    QUARTERDECK_TOKEN: await givenSecret(team, { agent: "unit-tester" }),
    CLAUDE_PROJECT_DIR: folder,
  }
  const hook = async (hook_event_name: string, session_id: string, more: object = {}) => {
    const ended = await quarterdeck(["hook", hook_event_name, "--agent", "unit-tester", "--within", "60"], {
      env,
      cwd: folder,
      input: JSON.stringify({ session_id, cwd: folder, hook_event_name, ...more }),
    })
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: "" })
    return ended.stdout
  }
  try {
    expect(await hook("SessionStart", "s-1")).toContain("Note 2 of unit-tester")
    await hook("SessionEnd", "s-1", { reason: "clear", summary: "Made webhooks retry", learnings: [LEARNED] })
    expect(readdirSync(join(home, ".local/state/quarterdeck/queue"))).toEqual([])
    await signedIn(page.context(), await givenPerson({ team, role: "lead" }))
    await openInbox(page, team)
    await expect(page.getByRole("article").getByText(LEARNED).first()).toBeVisible()
    const verdict = page.getByRole("region", { name: "Decision" })
    await expect(verdict.getByRole("button", { name: /^Approve/ })).toBeEnabled()
    await page.keyboard.press("a")
    await expect
      .poll(async () => (await database().proposal.findFirst({ where: { teamId: team.id } }))?.state)
      .toBe("approved")
    const told = await hook("SessionStart", "s-2")
    expect(told).toContain(LEARNED)
    const { head } = await storedFile(team, agentMemory("unit-tester"))
    const receipt = await database().receipt.findFirstOrThrow({ where: { teamId: team.id, session: "s-2" } })
    expect(receipt.files).toContainEqual(
      expect.objectContaining({ path: agentMemory("unit-tester"), revision: head }),
    )
    await page.goto(`/t/${team.slug}/agents/delivery`)
    await expect(page.getByRole("row", { name: /^unit-tester\s*up to date/ })).toBeVisible()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
