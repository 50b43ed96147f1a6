import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import {
  chosenEmbedder,
  chooseEmbedder,
  embedderOf,
  type Endpoint,
  endpointEmbedder,
} from "@/lib/embedding/configured-embedder"
import { EmbeddingError } from "@/lib/embedding/embedder"

interface Heard {
  readonly path: string | undefined
  readonly key: string | undefined
  readonly body: { readonly input: string[]; readonly model: string; readonly dimensions?: number }
}

let server: Server | null = null
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((done) => (server ? server.close(done) : done(null)))
  server = null
})

/** An endpoint with the given responses, in order. The last one applies to all later requests. */
async function givenEndpoint(
  ...answers: ((heard: Heard, response: ServerResponse) => void)[]
): Promise<{ endpoint: Endpoint; heard: Heard[] }> {
  const heard: Heard[] = []
  server = createServer(async (request: IncomingMessage, response) => {
    let body = ""
    for await (const part of request) body += String(part)
    const one: Heard = {
      path: request.url,
      key: request.headers.authorization,
      body: JSON.parse(body) as Heard["body"],
    }
    heard.push(one)
    answers[Math.min(heard.length, answers.length) - 1]?.(one, response)
  })
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: {
      url: `http://127.0.0.1:${port}/v1`,
      model: "small",
      key: "sk-very-secret",
      tries: 3,
      pauseMs: 1,
    },
    heard,
  }
}

const vectors = ({ body }: Heard, response: ServerResponse) =>
  response.end(
    JSON.stringify({
      data: body.input.map((text, index) => ({ index, embedding: [text.length, index, 1] })).toReversed(),
    }),
  )
const status =
  (code: number, headers = {}) =>
  (_: Heard, response: ServerResponse) =>
    response.writeHead(code, headers).end("{}")
const says = (body: unknown) => (_: Heard, response: ServerResponse) =>
  response.end(typeof body === "string" ? body : JSON.stringify(body))
const failure = (work: Promise<unknown>) =>
  work.then(
    () => "it did not fail",
    (cause: unknown) =>
      cause instanceof EmbeddingError
        ? cause.message
        : `${(cause as Error).name}: ${(cause as Error).message}`,
  )

describe("an OpenAI-compatible embeddings endpoint", () => {
  it("is given texts in batches and gives their vectors in the order of the texts", async () => {
    const { endpoint, heard } = await givenEndpoint(vectors)
    const embedder = endpointEmbedder(endpoint)
    const texts = Array.from({ length: 100 }, (_, place) => "x".repeat(place + 1))
    const made = await embedder.embed(texts)
    expect(made.map(([length]) => length)).toEqual(texts.map((text) => text.length))
    expect(heard.map(({ body }) => body.input.length)).toEqual([64, 36])
    expect(heard[0]).toMatchObject({
      path: "/v1/embeddings",
      key: "Bearer sk-very-secret",
      body: { model: "small" },
    })
    expect(embedder).toMatchObject({ id: "small", dimensions: 3, outside: true })
  })

  it("is retried after 429, 5xx and a broken connection", async () => {
    const { endpoint, heard } = await givenEndpoint(
      status(429, { "retry-after": "0" }),
      (_, response) => response.destroy(),
      vectors,
    )
    expect(await endpointEmbedder(endpoint).embed(["one"])).toHaveLength(1)
    expect(heard).toHaveLength(3)
    const { endpoint: broken, heard: asked } = await givenEndpoint(status(503))
    expect(await failure(endpointEmbedder(broken).embed(["one"]))).toMatch(
      /^the embeddings endpoint http:\/\/127\.0\.0\.1:\d+\/v1\/embeddings responded with 503/,
    )
    expect(asked).toHaveLength(3)
  })

  it("is canceled when it stalls, and when the caller aborts", async () => {
    const { endpoint } = await givenEndpoint(() => undefined)
    expect(
      await failure(endpointEmbedder({ ...endpoint, timeoutMs: 20, tries: 2 }).embed(["one"])),
    ).toContain(
      "did not respond within 0.02 s. Check that it is running, or unset QUARTERDECK_EMBEDDINGS_URL",
    )
    const ending = new AbortController()
    const asked = failure(endpointEmbedder(endpoint).embed(["one"], ending.signal))
    ending.abort()
    expect(await asked).toMatch(/^AbortError/)
  })

  it.each([
    ["that is not JSON", says("<html>"), "a response that is not JSON"],
    ["without vectors", says({ error: "no" }), "JSON without a “data” list"],
    ["with too few vectors", says({ data: [] }), "0 vectors for 1 texts"],
    [
      "with something else than numbers",
      says({ data: [{ embedding: [1, null] }] }),
      "no valid vector for text 1",
    ],
    [
      "with a vector for a text that was not given",
      says({ data: [{ index: 4, embedding: [1] }] }),
      "two vectors for one text",
    ],
    ["that takes no key", status(401), "responded with 401: set QUARTERDECK_EMBEDDINGS_KEY to a valid key"],
    ["that knows no such model", status(404), "model or path not found"],
    ["that leads elsewhere", status(302, { location: "http://127.0.0.1:1/" }), "is unreachable"],
  ])("gives an error that names it for an answer %s, and never the key", async (_, answer, message) => {
    const { endpoint } = await givenEndpoint(answer)
    const told = await failure(endpointEmbedder({ ...endpoint, tries: 1 }).embed(["one"]))
    expect(told).toMatch(/^the embeddings endpoint http:\/\/127/)
    expect(told).toContain(message)
    expect(told).not.toContain("sk-very-secret")
  })

  it("must return the requested dimensions, and those of its first answer", async () => {
    const { endpoint, heard } = await givenEndpoint(vectors)
    expect(await failure(endpointEmbedder({ ...endpoint, dimensions: 8 }).embed(["one"]))).toContain(
      "returned a vector with 3 dimensions instead of 8. Set QUARTERDECK_EMBEDDINGS_DIMENSIONS",
    )
    expect(heard[0]?.body.dimensions).toBe(8)
  })
})

describe("the settings", () => {
  const url = "http://127.0.0.1:9/v1"
  it("name an embedder, or none", () => {
    expect(embedderOf({})).toMatchObject({ dimensions: 384, outside: false })
    expect(embedderOf({ QUARTERDECK_EMBEDDINGS: "off" })).toBeNull()
    expect(embedderOf({ QUARTERDECK_EMBEDDINGS: "off", QUARTERDECK_EMBEDDINGS_URL: url })).toBeNull()
    expect(embedderOf({ QUARTERDECK_EMBEDDINGS: "local" })).toMatchObject({ dimensions: 384, outside: false })
    expect(
      embedderOf({
        QUARTERDECK_EMBEDDINGS_URL: url,
        QUARTERDECK_EMBEDDINGS_MODEL: "m",
        QUARTERDECK_EMBEDDINGS_DIMENSIONS: "256",
      }),
    ).toMatchObject({ id: "m/256", dimensions: 256, outside: true })
  })

  it.each([
    [{ QUARTERDECK_EMBEDDINGS: "yes" }, "QUARTERDECK_EMBEDDINGS is “yes”. Set it to local"],
    [{ QUARTERDECK_EMBEDDINGS_URL: "localhost:11434" }, "QUARTERDECK_EMBEDDINGS_URL is not a valid address"],
    [
      { QUARTERDECK_EMBEDDINGS_URL: "http://me:pass-word@127.0.0.1/v1" },
      "QUARTERDECK_EMBEDDINGS_URL contains a username or password",
    ],
    [{ QUARTERDECK_EMBEDDINGS_URL: url }, "QUARTERDECK_EMBEDDINGS_MODEL is not set"],
    [
      {
        QUARTERDECK_EMBEDDINGS_URL: url,
        QUARTERDECK_EMBEDDINGS_MODEL: "m",
        QUARTERDECK_EMBEDDINGS_DIMENSIONS: "1e9",
      },
      "QUARTERDECK_EMBEDDINGS_DIMENSIONS is “1e9”",
    ],
  ])("name the setting to fix if they are invalid: %j", (env, message) => {
    expect(() => embedderOf(env)).toThrow(message)
  })

  it("that are invalid do not prevent a start: search falls back to words, and reports why", () => {
    process.env.QUARTERDECK_EMBEDDINGS = "yes"
    chooseEmbedder(undefined)
    expect(chosenEmbedder()).toMatchObject({ embedder: null, problem: expect.stringContaining("“yes”") })
    delete process.env.QUARTERDECK_EMBEDDINGS
    chooseEmbedder(undefined)
  })
})
