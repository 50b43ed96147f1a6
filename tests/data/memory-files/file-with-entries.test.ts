import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { findCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { runOperation } from "@/lib/operations/operation"
import { fileWithEntries } from "@/lib/operations/writing/revise-head"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { givenConflicts, PAIR } from "../../support/conflicts/conflicts"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"

it("reads the text again after a write between the reads of text and entries", async () => {
  const path = memoryPath("billing")
  const { team, lead } = await givenConflicts({ [path]: memoryOf("billing", [PAIR(1)[0]]) })
  const file = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path } })
  const before = await findCurrentFile(wholeTeamUnchecked(team.id), file.id)
  if (!before) throw new Error("the file was not imported")
  const text = memoryOf("billing", [PAIR(1)[0], "[2026-03-03] Labels are printed last"])
  expectDone(
    await runOperation(reviseFile, lead, { file: before.id, base: before.revision, text, reason: "Seen" }),
  )

  const { head, entries, reading } = await fileWithEntries(wholeTeamUnchecked(team.id), before)

  expect(head).toMatchObject({ revision: before.revision + 1, text })
  expect(entries.map((entry) => entry.text)).toEqual(
    reading.format.parse(text, path).entries.map((entry) => entry.text),
  )
})
