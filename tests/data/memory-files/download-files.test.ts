import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import { openArchive } from "@/lib/files/archive/open-archive"
import { bufferSource } from "@/lib/files/archive/archive-source"
import { downloadFiles } from "@/lib/operations/memory-files/file-contents"
import { runOperation } from "@/lib/operations/operation"
import { expectDone } from "../../support/data/people"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { storedFile } from "../../support/imports/import-folder"
import { givenMemory } from "../../support/proposals"

const TEXTS = Object.fromEntries(
  ["ann", "ben", "cleo"].map((agent) => [memoryPath(agent), memoryOf(agent, [`${agent} keeps 支払い`])]),
)

const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex")

it("selected files are packed byte for byte, and files of other teams are left out", async () => {
  const [{ team, lead }, other] = [await givenMemory(TEXTS), await givenMemory(TEXTS)]
  const idOf = async (of: typeof team, agent: string) => (await storedFile(of, memoryPath(agent))).id
  const files = [await idOf(team, "ann"), await idOf(team, "ben"), await idOf(other.team, "cleo")]
  const archive = expectDone(await runOperation(downloadFiles, lead, { team: team.slug, files }))
  expect(archive).toMatchObject({ files: 2, name: expect.stringMatching(/\.zip$/) })
  const packed = await openArchive(bufferSource(Buffer.from(archive.content, "base64")))
  expect(packed.files.map(({ path, sha256 }) => [path, sha256])).toEqual(
    ["ann", "ben"].map(memoryPath).map((path) => [path, sha256Of(TEXTS[path] ?? "")]),
  )
  const none = await runOperation(downloadFiles, lead, { team: team.slug, files: files.slice(2) })
  expect(none).toMatchObject({ ok: false, reason: "not-found" })
})
