import { ownValue } from "@/lib/memory/text/own-value"
import { modelCoach, type ModelOptions, callTimeoutsOf } from "./model/model-coach"
import type { Coach, Sorter } from "./coach"
import { modelSorter } from "./model/model-classification"
import { hideSecrets } from "@/lib/memory/secrets/secrets"
import {
  DEFAULT_URLS,
  KEY_VARIABLES,
  type ModelSettings,
  type Provider,
  PROVIDERS,
} from "./model/model-providers"

type Environment = Readonly<Record<string, string | undefined>>

export interface ConfiguredCoach {
  /** Coach with the configured model. Null if no model is set or the settings are invalid. */
  readonly coach: Coach | null
  /** Classifier of statements with the same model. Null if `coach` is null. */
  readonly sorter: Sorter | null
  /** Why the settings are invalid, with the next step; null if they are valid. */
  readonly problem: string | null
  /**
   * The configured model, for display. `endpoint`: host of the model's server. `price`: US dollars per
   * million tokens.
   */
  readonly model: {
    readonly provider: string
    readonly name: string
    readonly endpoint: string
    readonly price: { readonly input: number; readonly output: number } | null
  } | null
}

/** Default maximum number of input and output tokens per run. QUARTERDECK_COACH_TOKENS overrides it. */
export const DEFAULT_TOKEN_BUDGET = 500_000

/**
 * Default maximum number of input and output tokens per team and day (UTC). QUARTERDECK_COACH_DAILY_TOKENS
 * overrides it.
 */
export const DEFAULT_DAILY_TOKENS = 5_000_000

const NONE: ConfiguredCoach = { coach: null, sorter: null, problem: null, model: null }

/**
 * Returns the coach with the language model that environment variables configure. Does not throw for invalid
 * settings, so that the server can start; `problem` describes them.
 */
export function configuredCoach(environment: Environment, options: ModelOptions = {}): ConfiguredCoach {
  try {
    const settings = settingsOf(environment)
    tokenBudgetOf(environment)
    dailyTokensOf(environment)
    if (settings === null) return NONE
    const { provider, name, url, price } = settings
    return {
      coach: modelCoach(settings, options),
      sorter: modelSorter(settings, callTimeoutsOf(options)),
      problem: null,
      model: { provider, name, endpoint: new URL(url).host, price },
    }
  } catch (cause) {
    if (cause instanceof WrongSetting) return { ...NONE, problem: cause.message }
    throw cause
  }
}

/**
 * Returns the maximum number of input and output tokens per run. Throws if the setting is not a whole number
 * of 1,000 or more.
 */
export const tokenBudgetOf = (environment: Environment): number =>
  tokensOf(environment, "QUARTERDECK_COACH_TOKENS") ?? DEFAULT_TOKEN_BUDGET

/**
 * Returns the maximum number of tokens per team and day. Throws if the setting is not a whole number of 1,000
 * or more.
 */
export const dailyTokensOf = (environment: Environment): number =>
  tokensOf(environment, "QUARTERDECK_COACH_DAILY_TOKENS") ?? DEFAULT_DAILY_TOKENS

function tokensOf(environment: Environment, variable: string): number | null {
  const set = ownValue(environment, variable)?.trim() ?? ""
  if (set === "") return null
  const tokens = Number(set.replaceAll(/[_,\s]/g, ""))
  if (!Number.isInteger(tokens) || tokens < 1_000)
    throw new WrongSetting(
      `${variable} is “${shown(set)}”. Set it to a whole number of tokens, at least 1000, or unset it`,
    )
  return tokens
}

class WrongSetting extends Error {}

function settingsOf(environment: Environment): ModelSettings | null {
  const {
    QUARTERDECK_COACH_MODEL: model = "",
    QUARTERDECK_COACH_URL: address = "",
    QUARTERDECK_COACH_PRICE: price = "",
  } = environment
  const set = model.trim()
  if (set === "" || set === "off") {
    if (set === "" && address.trim() !== "")
      throw new WrongSetting(
        "QUARTERDECK_COACH_URL is set, but QUARTERDECK_COACH_MODEL is not. Set it to the model, such as compatible:NAME",
      )
    return null
  }
  const [, named = "", name = ""] = /^([a-z]+):(\S{1,200})$/.exec(set) ?? []
  const provider = PROVIDERS.find((one) => one === named)
  if (!provider)
    throw new WrongSetting(
      `QUARTERDECK_COACH_MODEL is “${shown(set)}”. Set it to provider:name, where provider is one of ${PROVIDERS.join(", ")}, for example anthropic:claude-sonnet-4-5 or ollama:qwen3:8b`,
    )
  return {
    provider,
    name,
    url: addressOf(provider, name, address.trim()),
    key: keyOf(environment, provider, name),
    price: priceOf(price),
  }
}

function addressOf(provider: Provider, name: string, set: string): string {
  const url = set || DEFAULT_URLS[provider]
  if (url === null)
    throw new WrongSetting(
      `QUARTERDECK_COACH_MODEL=${provider}:${shown(name)} needs QUARTERDECK_COACH_URL. Set it to the base URL of the chat completions API, such as https://llm.example.com/v1`,
    )
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new WrongSetting(
      "QUARTERDECK_COACH_URL is not a valid address. It must start with https:// or http://, such as https://llm.example.com/v1",
    )
  if (parsed.username !== "" || parsed.password !== "")
    throw new WrongSetting(
      `QUARTERDECK_COACH_URL contains a username or password. Remove the credentials and set ${KEY_VARIABLES[provider] ?? "QUARTERDECK_COACH_KEY"} to the key`,
    )
  if (parsed.search !== "" || parsed.hash !== "")
    throw new WrongSetting(
      "QUARTERDECK_COACH_URL contains ? or #. Set it to the address without a query or fragment, such as https://llm.example.com/v1",
    )
  return url.replace(/\/+$/, "").replace(/\/(?:chat\/completions|messages)$/, "")
}

function keyOf(environment: Environment, provider: Provider, name: string): string | null {
  const variable = KEY_VARIABLES[provider]
  if (variable === null) return null
  const key = ownValue(environment, variable)?.trim() ?? ""
  if (key === "") {
    if (provider === "compatible") return null
    throw new WrongSetting(
      `QUARTERDECK_COACH_MODEL=${provider}:${shown(name)} needs ${variable}. Set it to ${provider === "openai" ? "an OpenAI" : "an Anthropic"} key, or choose another model`,
    )
  }
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new WrongSetting(
      `${variable} contains spaces or characters that are invalid in a key. Copy the key again`,
    )
  return key
}

function priceOf(set: string): ModelSettings["price"] {
  if (set.trim() === "") return null
  const [, input, output] =
    /^\$?(\d{1,6}(?:\.\d{1,6})?)\s*\/\s*\$?(\d{1,6}(?:\.\d{1,6})?)$/.exec(set.trim()) ?? []
  if (input === undefined || output === undefined)
    throw new WrongSetting(
      `QUARTERDECK_COACH_PRICE is “${shown(set)}”. Set it to the price in US dollars per million input and output tokens, such as 3/15, or unset it`,
    )
  return { input: Number(input), output: Number(output) }
}

/**
 * Returns the value of a setting for messages, without secrets and at most 80 characters long. A key may be
 * in the wrong variable.
 */
const shown = (value: string): string => hideSecrets(value).text.slice(0, 80)
