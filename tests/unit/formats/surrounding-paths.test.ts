import { describe, expect, test } from "vitest"
import { surroundingsOf } from "@/lib/formats/memory-signs"

describe("the text around a path", () => {
  test("siblings, folders and the top are known from the list of paths", () => {
    const around = surroundingsOf(["a/b/one.md", "a/b/two.md", "a/c/three.md", "top.md"])("a/b/one.md")
    expect([...around.siblings]).toEqual(["one.md", "two.md"])
    expect([...around.at("a")]).toEqual(["b", "c"])
    expect([...around.at("")]).toEqual(["a", "top.md"])
    expect([...around.at("nowhere")]).toEqual([])
  })
})
