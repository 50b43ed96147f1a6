import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isMatch, mentionQuery } from "@/components/comments/mentions"
import {
  linkParts,
  commentParts,
  editableText,
  mentionedIn,
  withMentionIds,
} from "@/lib/memory/comments/comment-text"

const ANN = { id: "019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10", name: "Ann" }
const ANN_LEE = { id: "019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d11", name: "Ann Lee" }
const people = [ANN, ANN_LEE]

describe("mentions", () => {
  it("are stored by id, the longest name first, and shown with the current name", () => {
    const stored = withMentionIds("@ann lee, ask @Ann. Mail ann@Ann or @Annabel", people)
    expect(stored).toBe(`<@${ANN_LEE.id}>, ask <@${ANN.id}>. Mail ann@Ann or @Annabel`)
    expect(mentionedIn(stored)).toEqual([ANN_LEE.id, ANN.id])
    const names = new Map([[ANN_LEE.id, "Ann Lee-Park"]])
    expect(
      commentParts(stored, names)
        .map((part) => part.text)
        .join(""),
    ).toBe("@Ann Lee-Park, ask @Former member. Mail ann@Ann or @Annabel")
  })

  it("tell people with the same name apart by address", () => {
    const twins = [
      { ...ANN, email: "ann@a.example" },
      { ...ANN_LEE, name: "ann", email: "ann@b.example" },
    ]
    expect(mentionedIn(withMentionIds("@ann (ann@b.example) hello", twins))).toEqual([ANN_LEE.id])
    expect(mentionedIn(withMentionIds("@Ann hello", twins))).toEqual([])
    const stored = `Ask <@${ANN_LEE.id}>, please`
    const edited = editableText(commentParts(stored, new Map(twins.map(({ id, name }) => [id, name]))), twins)
    expect(edited).toBe("Ask @ann (ann@b.example), please")
    expect(withMentionIds(edited, twins)).toBe(stored)
  })

  it("are found after letters whose lower case is longer", () => {
    expect(withMentionIds("İİ @ann, please", people)).toBe(`İİ <@${ANN.id}>, please`)
  })

  it("complete the name before the caret", () => {
    expect(mentionQuery("ask @Ma", 7)).toEqual({ at: 4, words: "ma" })
    expect(mentionQuery("mail@Ma", 7)).toBeNull()
    expect(isMatch("Mara Reyes", "re")).toBe(true)
    expect(isMatch("Mara Reyes", "ara")).toBe(false)
  })
})

it("finds links without the punctuation after them, and keeps all of the text", () => {
  expect(linkParts("See https://a.example/b?c=1). Or javascript:alert(1)")).toEqual([
    { text: "See ", isLink: false },
    { text: "https://a.example/b?c=1", isLink: true },
    { text: "). Or javascript:alert(1)", isLink: false },
  ])
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(
        linkParts(`${text}https://a.example${text}`)
          .map((part) => part.text)
          .join(""),
      ).toBe(`${text}https://a.example${text}`)
    }),
  )
})
