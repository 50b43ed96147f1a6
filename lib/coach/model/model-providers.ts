export const PROVIDERS = ["anthropic", "openai", "compatible", "ollama"] as const
export type Provider = (typeof PROVIDERS)[number]

export interface ModelSettings {
  readonly provider: Provider
  /** Name that the provider uses. */
  readonly name: string
  /** Base URL that `/chat/completions` or `/messages` is appended to. */
  readonly url: string
  readonly key: string | null
  /** US dollars per million tokens. */
  readonly price: { readonly input: number; readonly output: number } | null
}

/** Null: the provider has none, and one must be set. */
export const DEFAULT_URLS: Record<Provider, string | null> = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  ollama: "http://127.0.0.1:11434/v1",
  compatible: null,
}

/** Environment variables of keys; null: no key is sent. */
export const KEY_VARIABLES: Record<Provider, string | null> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  compatible: "QUARTERDECK_COACH_KEY",
  ollama: null,
}

/**
 * Maximum number of input and output tokens of a call. Reasoning is part of the output. Local models often have a small window and truncate
 * silently.
 */
export interface CallSize {
  readonly input: number
  readonly output: number
}

export const callSize = ({ provider }: Pick<ModelSettings, "provider">): CallSize =>
  provider === "ollama" ? { input: 6_000, output: 4_000 } : { input: 24_000, output: 12_000 }
