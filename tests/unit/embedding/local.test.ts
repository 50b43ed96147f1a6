import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EmbeddingError, type Embedder, localEmbedder } from "@/lib/embedding/embedder"
import { dot } from "@/lib/memory/search/vectors"
import { bundle } from "../../../lib/launch/bundle.mjs"

let embedder: Embedder
beforeAll(async () => {
  const entries: Record<string, string> = { "embed-worker-tested": "lib/embedding/local-worker.ts" }
  await bundle(entries as Parameters<typeof bundle>[0])
  embedder = localEmbedder({ worker: join("dist", "embed-worker-tested.mjs") })
})
afterAll(() => embedder.close())

describe("the model on this machine", () => {
  it("distinguishes similar from other meanings without a network, and answers interactive requests first", async () => {
    const many = embedder.embed([
      "Payments are retried three times before they are given up",
      "The logo is drawn in SVG",
      "",
      "支払い 🚢 \u0000",
      ...Array.from({ length: 20 }, (_, place) => `Filler ${place}`),
    ])
    const order: string[] = []
    const [question, texts] = await Promise.all([
      embedder
        .embed(["How often do we try to charge a customer again?"])
        .finally(() => order.push("question")),
      many.finally(() => order.push("texts")),
    ])
    const [asked] = question as [Float32Array]
    expect(order).toEqual(["question", "texts"])
    expect(texts.map((vector) => vector.length)).toEqual(texts.map(() => 384))
    expect(dot(asked, texts[0] as Float32Array)).toBeGreaterThan(dot(asked, texts[1] as Float32Array))
    expect([
      embedder.reads("How are retries limited?"),
      embedder.reads("como testar a integração"),
      embedder.reads("支払い"),
    ]).toEqual([true, true, false])
  })

  it("can be stopped while it works, and restarts when it is needed", async () => {
    const asked = expect(embedder.embed(["one"])).rejects.toThrow("was stopped")
    await embedder.close()
    await asked
    expect(await embedder.embed(["two"])).toHaveLength(1)
  })

  it("says so where it was not built", async () => {
    await expect(localEmbedder({ worker: "dist/not-there.mjs" }).embed(["one"])).rejects.toThrow(
      EmbeddingError,
    )
  })
})
