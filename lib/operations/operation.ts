import type { z } from "zod"
import type { Actor, Verb } from "@/lib/memory/teams/actor"
import { describeFailure, isUnstorable } from "@/lib/db/infra/write-failures"
import { readInput } from "@/lib/memory/inputs/input-errors"
import { type Outcome, type RefusalReason, refused } from "@/lib/memory/inputs/outcome"
import { secretsInInput, withoutSecrets } from "./infra/guarded-input"

/**
 * How agents are offered an operation over MCP: the name of the tool, and what the declaration does not tell
 * them.
 */
export interface Tool {
  /** For example "memory_read". */
  readonly name: string
  /** For people who are asked whether the agent may call it: "Read memory". */
  readonly title: string
  /** Text after the summary: when to call the tool, and what to do with the answer. */
  readonly about?: string
  /** Descriptions of inputs for agents, where the schema has none or addresses others. */
  readonly fields?: Readonly<Record<string, string>>
  /** Inputs that agents are not offered. */
  readonly without?: readonly string[]
  /** Other names under which agents send an input: { query: "q" }. */
  readonly aliases?: Readonly<Record<string, string>>
  /** How many items an agent gets if it states no limit, and at most. All of them take up its context. */
  readonly limit?: { readonly usual: number; readonly most: number }
  /** Whether the operation removes something. */
  readonly destructive?: boolean
  /** Whether calling it again with the same input changes nothing more. This always holds for reading. */
  readonly idempotent?: boolean
}

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * An operation of Quarterdeck. It is declared once, and every interface (page, HTTP, MCP, command line) is
 * derived from the declaration.
 */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Name extends string = string,
  Method extends HttpMethod = HttpMethod,
  Path extends string = string,
> {
  /** noun.verb: "import.start". */
  readonly name: Name
  /** One sentence, for people and for agents. */
  readonly summary: string
  readonly method: Method
  /** The path under `/api/v1`, with `{name}` for parts that come from the input: `/imports/{run}`. */
  readonly path: Path
  /** The least right that is needed to call it. `run` checks the right for the place. */
  readonly right: Verb
  /**
   * Fields in which secrets are not looked for, such as "changes.before": bytes, and texts that are compared
   * with what is stored.
   */
  readonly unguarded?: readonly string[]
  /** Whether the answer holds a secret of Quarterdeck, which is shown this once and not stored. */
  readonly shownOnce?: boolean
  /** How agents are offered the operation as a tool. */
  readonly tool?: Tool
  /**
   * The versions of what is replaced: `of` is the member of the answer that states the version ("file.head"),
   * `base` the input that names the version on which a write is based. HTTP: ETag and If-Match.
   */
  readonly version?: { readonly of?: string; readonly base?: string }
  /** The refusals of this operation beyond those that every operation of its method has. */
  readonly refuses?: readonly RefusalReason[]
  /** A plausible input with more than the required fields, for the documentation. */
  readonly example?: Readonly<Record<string, unknown>>
  readonly input: Input
  readonly output: Output
  run(actor: Actor, input: z.output<Input>): Promise<Outcome<z.input<Output>>>
}

/**
 * Declares an operation. An operation that writes refuses every input with a secret in it, before it looks at
 * anything else.
 */
export function operation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Name extends string,
  const Method extends HttpMethod,
  const Path extends string,
>(declared: Operation<Input, Output, Name, Method, Path>): Operation<Input, Output, Name, Method, Path> {
  if (declared.method === "GET") return declared
  return {
    ...declared,
    async run(actor, input) {
      const secret = secretsInInput(input, declared.unguarded ?? [])
      return secret === null ? declared.run(actor, input) : refused("invalid", secret)
    },
  }
}

/** Validates the input that came through an interface, then calls the operation. */
export async function runOperation<Input extends z.ZodType, Output extends z.ZodType>(
  one: Operation<Input, Output>,
  actor: Actor,
  raw: unknown,
): Promise<Outcome<z.input<Output>>> {
  const input = readInput(one.input, raw)
  if ("problems" in input) return refused("invalid", withoutSecrets(input.problems.join("; ")))
  try {
    const outcome = await one.run(actor, input.value)
    return outcome.ok ? outcome : { ...outcome, message: withoutSecrets(outcome.message) }
  } catch (cause) {
    if (isUnstorable(cause)) return refused("invalid", refusedInput(cause))
    throw cause
  }
}

function refusedInput(cause: unknown): string {
  const { what, next } = describeFailure(cause)
  return `The input was rejected: ${what}. ${next}. Nothing was written`
}
