import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAI } from "@ai-sdk/openai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai"
import type { ModelSettings } from "./model-providers"

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
