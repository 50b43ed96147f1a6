import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAI } from "@ai-sdk/openai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai"

export const PROVIDERS = ["anthropic", "openai", "compatible", "ollama"] as const
export type Provider = (typeof PROVIDERS)[number]

export interface ModelSettings {
  readonly provider: Provider
  /** Name of the model at the provider. */
  readonly name: string
  /** Base URL, to which `/chat/completions` or `/messages` is appended. */
  readonly url: string
  readonly key: string | null
  /** US dollars per million tokens. Null if no price is set. */
  readonly price: { readonly input: number; readonly output: number } | null
}

/** Default base URLs of the providers. Null if the URL must be configured. */
export const DEFAULT_URLS: Record<Provider, string | null> = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  ollama: "http://127.0.0.1:11434/v1",
  compatible: null,
}

/** Environment variables with the keys of the providers. Null if no key is sent. */
export const KEY_VARIABLES: Record<Provider, string | null> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  compatible: "QUARTERDECK_COACH_KEY",
  ollama: null,
}

/**
 * Maximum numbers of input and output tokens of a call. Reasoning is part of the output. Local models often
 * have a small context window and truncate longer prompts without an error.
 */
export interface CallSize {
  readonly input: number
  readonly output: number
}

export const callSize = ({ provider }: Pick<ModelSettings, "provider">): CallSize =>
  provider === "ollama" ? { input: 6_000, output: 4_000 } : { input: 24_000, output: 12_000 }

/**
 * A language model of the AI SDK. Never only a model's name, because the SDK would send it to its vendor's
 * gateway.
 */
export type Model = ReturnType<typeof wrapLanguageModel>

/**
 * Returns the configured model at the configured URL. All settings are passed explicitly, because the SDK
 * would otherwise read environment variables. OpenAI is called through chat completions, which store nothing
 * and which other servers support, too. `plain`: true for servers that refuse newer features of the API.
 */
export function languageModel(settings: ModelSettings, how: { readonly plain: boolean }): Model {
  return wrapLanguageModel({ model: modelOf(settings, how), middleware: QUIET })
}

function modelOf({ provider, name, url, key }: ModelSettings, { plain }: { readonly plain: boolean }) {
  switch (provider) {
    case "anthropic":
      return createAnthropic({ baseURL: url, apiKey: key ?? "", fetch: goNowhereElse })(name)
    case "openai":
      return createOpenAI({ baseURL: url, apiKey: key ?? "", fetch: goNowhereElse }).chat(name)
    case "compatible":
    case "ollama":
      return createOpenAICompatible({
        name: provider,
        baseURL: url,
        ...(key !== null && { apiKey: key }),
        fetch: goNowhereElse,
        includeUsage: !plain,
        supportsStructuredOutputs: true,
      }).chatModel(name)
  }
}

/**
 * Version of `fetch` that does not follow redirects, so that memory and key are not sent to another server.
 */
const goNowhereElse: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "manual" })

/** Middleware that removes warnings, because the SDK prints each of them with every call. */
const QUIET: LanguageModelMiddleware = {
  specificationVersion: "v3",
  async wrapStream({ doStream }) {
    const { stream, ...rest } = await doStream()
    return {
      ...rest,
      stream: stream.pipeThrough(
        new TransformStream({
          transform: (part, out) =>
            out.enqueue(part.type === "stream-start" ? { ...part, warnings: [] } : part),
        }),
      ),
    }
  },
}
