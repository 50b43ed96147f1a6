import { afterEach, describe, expect, it, vi } from "vitest"
import { configuredCoach, dailyTokensOf, tokenBudgetOf } from "@/lib/coach/configured-coach"
import { type ModelServer, startModelServer } from "../../../support/coach/model-server"
import { coachAt, failure, KEY, smallFleet, work } from "./fleet"

let server: ModelServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

describe("each provider receives requests in its own format, at its configured address", () => {
  it.each([
    ["compatible:some/model", "/v1/chat/completions", { authorization: `Bearer ${KEY}` }, "response_format"],
    ["openai:gpt-4.1-mini", "/v1/chat/completions", { authorization: `Bearer ${KEY}` }, "response_format"],
    ["openai:gpt-5", "/v1/chat/completions", { authorization: `Bearer ${KEY}` }, "max_completion_tokens"],
    ["ollama:qwen3:8b", "/v1/chat/completions", { authorization: undefined }, "response_format"],
    [
      "anthropic:claude-sonnet-4-5",
      "/v1/messages",
      { "x-api-key": KEY, authorization: undefined },
      "output_config",
    ],
    [
      "anthropic:claude-3-haiku-20240307",
      "/v1/messages",
      { "x-api-key": KEY, authorization: undefined },
      "tools",
    ],
  ])("%s", async (model, path, headers, member) => {
    server = await startModelServer("ok")
    const [warned, logged] = [vi.spyOn(console, "warn"), vi.spyOn(console, "info")]
    const { claims, cost } = await coachAt(server, { model }).write(smallFleet(), work())
    expect(claims).toHaveLength(5)
    expect(cost.outputTokens).toBeGreaterThan(10)
    const [request] = server.requests
    expect(request?.path).toBe(path)
    for (const [name, value] of Object.entries(headers)) expect(request?.headers[name]).toBe(value)
    expect(request?.body).toMatchObject({ model: model.replace(/^\w+:/, ""), stream: true })
    expect(Object.keys(request?.body ?? {})).toContain(member)
    expect(request?.raw).not.toContain(KEY)
    expect(JSON.stringify(request?.headers)).not.toMatch(/vercel|gateway/)
    expect([...warned.mock.calls, ...logged.mock.calls]).toEqual([])
    vi.restoreAllMocks()
  })

  it("and failures of Anthropic name Anthropic's settings", async () => {
    server = await startModelServer("401")
    expect(
      (await failure(coachAt(server, { model: "anthropic:claude-sonnet-4-5" }).write(smallFleet(), work())))
        .message,
    ).toMatch(
      /^anthropic:claude-sonnet-4-5 at 127\.0\.0\.1:\d+ responded with 401 and rejected the key: check ANTHROPIC_API_KEY$/,
    )
    server.behave("truncated", "ok")
    expect(
      (await coachAt(server, { model: "anthropic:claude-sonnet-4-5" }).write(smallFleet(), work())).claims,
    ).toHaveLength(5)
    server.behave("refuses")
    expect(
      (await failure(coachAt(server, { model: "anthropic:claude-sonnet-4-5" }).write(smallFleet(), work())))
        .message,
    ).toContain("the model refused to answer")
  })

  it("and an unreachable server is named with the way to fix it", async () => {
    server = await startModelServer()
    const coach = coachAt(server, { model: "ollama:qwen3:8b" })
    await server.close()
    const failed = await failure(coach.write(smallFleet(), work()))
    expect(failed.message).toMatch(
      /^ollama:qwen3:8b at 127\.0\.0\.1:\d+ is unreachable, or the connection was lost \(ECONNREFUSED\): check that it is running and check QUARTERDECK_COACH_URL, if set \(tried 4 times\)$/,
    )
    server = null
  })
})

describe("the configuration from the environment", () => {
  it("is empty, without an error, where nothing is set", () => {
    expect(configuredCoach({})).toEqual({ coach: null, sorter: null, problem: null, model: null })
    expect(configuredCoach({ OPENAI_API_KEY: KEY })).toEqual({
      coach: null,
      sorter: null,
      problem: null,
      model: null,
    })
    expect(configuredCoach({ QUARTERDECK_COACH_MODEL: "off", QUARTERDECK_COACH_URL: "x" }).problem).toBeNull()
  })

  it("is described for people without secrets", () => {
    const { coach, model } = configuredCoach({
      QUARTERDECK_COACH_MODEL: "anthropic:claude-sonnet-4-5",
      ANTHROPIC_API_KEY: KEY,
      QUARTERDECK_COACH_PRICE: " 3 / 15.5 ",
    })
    expect(coach).toMatchObject({ method: "model", model: "anthropic:claude-sonnet-4-5" })
    expect(model).toEqual({
      provider: "anthropic",
      name: "claude-sonnet-4-5",
      endpoint: "api.anthropic.com",
      price: { input: 3, output: 15.5 },
    })
    expect(
      configuredCoach({ QUARTERDECK_COACH_MODEL: "openai:gpt-5", OPENAI_API_KEY: KEY }).model?.endpoint,
    ).toBe("api.openai.com")
    expect(configuredCoach({ QUARTERDECK_COACH_MODEL: "ollama:qwen3:8b" }).model).toEqual({
      provider: "ollama",
      name: "qwen3:8b",
      endpoint: "127.0.0.1:11434",
      price: null,
    })
    expect(
      configuredCoach({
        QUARTERDECK_COACH_MODEL: "compatible:m",
        QUARTERDECK_COACH_URL: "https://llm.acme.dev/v1/chat/completions",
      }).model?.endpoint,
    ).toBe("llm.acme.dev")
  })

  it.each([
    [
      { QUARTERDECK_COACH_MODEL: "gpt-5" },
      "QUARTERDECK_COACH_MODEL is “gpt-5”. Set it to provider:name, where provider is one of anthropic, openai, compatible, ollama, for example anthropic:claude-sonnet-4-5 or ollama:qwen3:8b",
    ],
    [{ QUARTERDECK_COACH_MODEL: "openai/gpt-5" }, "QUARTERDECK_COACH_MODEL is “openai/gpt-5”. Set it to"],
    [{ QUARTERDECK_COACH_MODEL: "openai:" }, "QUARTERDECK_COACH_MODEL is “openai:”. Set it to"],
    [
      { QUARTERDECK_COACH_MODEL: "ghp_0123456789abcdefghijABCDEFGHIJ012345" },
      "QUARTERDECK_COACH_MODEL is “[GitHub token]”. Set it to",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "openai:gpt-5" },
      "QUARTERDECK_COACH_MODEL=openai:gpt-5 needs OPENAI_API_KEY. Set it to an OpenAI key, or choose another model",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "anthropic:claude" },
      "QUARTERDECK_COACH_MODEL=anthropic:claude needs ANTHROPIC_API_KEY. Set it to an Anthropic key, or choose another model",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "openai:gpt-5", OPENAI_API_KEY: "sk-a\nb" },
      "OPENAI_API_KEY contains spaces or characters that are invalid in a key. Copy the key again",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "compatible:m" },
      "QUARTERDECK_COACH_MODEL=compatible:m needs QUARTERDECK_COACH_URL. Set it to the base URL of the chat completions API, such as https://llm.example.com/v1",
    ],
    [
      { QUARTERDECK_COACH_URL: "https://llm.acme.dev/v1" },
      "QUARTERDECK_COACH_URL is set, but QUARTERDECK_COACH_MODEL is not. Set it to the model, such as compatible:NAME",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "compatible:m", QUARTERDECK_COACH_URL: "llm.acme.dev" },
      "QUARTERDECK_COACH_URL is not a valid address",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "compatible:m", QUARTERDECK_COACH_URL: "file:///etc/passwd" },
      "QUARTERDECK_COACH_URL is not a valid address",
    ],
    [
      {
        QUARTERDECK_COACH_MODEL: "compatible:m",
        QUARTERDECK_COACH_URL: "https://me:hunter2@llm.acme.dev/v1",
      },
      "QUARTERDECK_COACH_URL contains a username or password. Remove the credentials and set QUARTERDECK_COACH_KEY to the key",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "compatible:m", QUARTERDECK_COACH_URL: "https://llm.acme.dev/v1?key=1" },
      "QUARTERDECK_COACH_URL contains ? or #",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "ollama:m", QUARTERDECK_COACH_PRICE: "cheap" },
      "QUARTERDECK_COACH_PRICE is “cheap”. Set it to the price in US dollars per million input and output tokens, such as 3/15, or unset it",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "ollama:m", QUARTERDECK_COACH_TOKENS: "many" },
      "QUARTERDECK_COACH_TOKENS is “many”. Set it to a whole number of tokens, at least 1000, or unset it",
    ],
    [
      { QUARTERDECK_COACH_MODEL: "ollama:m", QUARTERDECK_COACH_DAILY_TOKENS: "12" },
      "QUARTERDECK_COACH_DAILY_TOKENS is “12”. Set it to a whole number of tokens, at least 1000, or unset it",
    ],
  ])("is reported as invalid: %o", (environment, problem) => {
    const told = configuredCoach(environment)
    expect(told).toMatchObject({ coach: null, model: null })
    expect(told.problem).toContain(problem)
    expect(told.problem).not.toContain("hunter2")
  })

  it("sets the greatest token budgets, of a run and of a day", () => {
    expect(dailyTokensOf({})).toBe(5_000_000)
    expect(dailyTokensOf({ QUARTERDECK_COACH_DAILY_TOKENS: "250,000" })).toBe(250_000)
    expect(tokenBudgetOf({})).toBe(500_000)
    expect(tokenBudgetOf({ QUARTERDECK_COACH_TOKENS: "1_000_000" })).toBe(1_000_000)
  })
})
