import { expect, it } from "vitest"
import { UPLOAD_WRITE_BACK, writeBackWords } from "@/lib/memory/sources/write-back-words"

it("says that changes to uploaded files are only offered as downloads", () => {
  expect(UPLOAD_WRITE_BACK).toContain("a patch or a ZIP archive that you apply yourself")
  expect(writeBackWords(["upload", "upload"])).toContain(UPLOAD_WRITE_BACK)
  expect(writeBackWords(["upload", "directory"])).toContain(
    "Changes to uploaded files are offered as a patch or a ZIP archive only.",
  )
  expect(writeBackWords(["directory", "client"])).not.toContain("upload")
  expect(writeBackWords([])).toContain("directly into the folder")
})
