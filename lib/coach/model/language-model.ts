import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAI } from "@ai-sdk/openai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai"
import type { ModelSettings } from "./model-providers"

/** Never a name alone, because the AI SDK would send it to its vendor's gateway. */
export type Model = ReturnType<typeof wrapLanguageModel>

/**
 * The model that the settings name, at the address that they name: what the SDK would read from the environment is all said here.
 * OpenAI is asked by chat completions, which keep nothing there and which other servers speak, too.
 * `plain`: for servers that refuse what is newer than the interface itself.
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

/** A redirect is an answer like others: neither memory nor key go to where it points. */
const goNowhereElse: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "manual" })

/** The SDK writes each warning to the console, with every call. */
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
