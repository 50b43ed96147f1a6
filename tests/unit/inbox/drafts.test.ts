import { expect, it } from "vitest"
import { openDrafts } from "@/components/queue/drafts"

const draft = (text: string) => ({ text })

it("keeps a draft for its item and panel", () => {
  const drafts = openDrafts()
  drafts.keep("p1", "edit", draft("shorter"))
  drafts.keep("p1", "merge", draft("both"))
  drafts.keep("p1", "edit", draft("shorter still"))
  expect([drafts.get("p1", "edit")?.text, drafts.get("p1", "merge")?.text, drafts.get("p2", "edit")]).toEqual(
    ["shorter still", "both", null],
  )
})

it("starting over drops one panel’s words, a decision all of them", () => {
  const drafts = openDrafts()
  drafts.keep("p1", "edit", draft("a"))
  drafts.keep("p1", "merge", draft("b"))
  drafts.drop("p1", "edit")
  expect([drafts.get("p1", "edit"), drafts.get("p1", "merge")?.text]).toEqual([null, "b"])
  drafts.forget(["p1"])
  expect(drafts.get("p1", "merge")).toBeNull()
})
