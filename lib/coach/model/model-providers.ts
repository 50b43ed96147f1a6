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
