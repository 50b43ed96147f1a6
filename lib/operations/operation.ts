import type { z } from "zod"
import type { Actor, Verb } from "@/lib/memory/teams/actor"
import { describeFailure, isUnstorable } from "@/lib/db/infra/write-failures"
import { readInput } from "@/lib/memory/inputs/read-input"
import { type Outcome, type RefusalReason, refused } from "@/lib/memory/inputs/outcome"
import { secretsInInput, withoutSecrets } from "./infra/guarded-input"

/** Definition of the tool that offers an operation to agents over MCP. */
export interface Tool {
  /** Name of the tool, such as "memory_read". */
  readonly name: string
  /** Title for people who are asked whether the agent may call the tool, such as "Read memory". */
  readonly title: string
  /** Text after the summary: when to call the tool, and what to do with the answer. */
  readonly about?: string
  /** Descriptions of inputs for agents. They replace those of the schema. */
  readonly fields?: Readonly<Record<string, string>>
  /** Inputs that agents cannot use. */
  readonly without?: readonly string[]
  /** Alternative names of inputs that agents may send, such as `{ query: "q" }`. */
  readonly aliases?: Readonly<Record<string, string>>
  /**
   * Number of items an agent gets without a limit (`usual`), and the maximum (`most`). All items take up the
   * context of the agent.
   */
  readonly limit?: { readonly usual: number; readonly most: number }
  /** True if the operation removes something. */
  readonly destructive?: boolean
  /** True if a repeated call with the same input changes nothing more. Always true for reading. */
  readonly idempotent?: boolean
}

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * An operation of Quarterdeck. It is declared once. The page, HTTP, MCP and command line interfaces are
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
  /** Description in one sentence, for people and agents. */
  readonly summary: string
  readonly method: Method
  /** Path under `/api/v1`, with `{name}` for parts that come from the input, such as `/imports/{run}`. */
  readonly path: Path
  /** Minimum right that a call needs. `run` checks the right for the team or project. */
  readonly right: Verb
  /**
   * Fields that are not checked for secrets, such as "changes.before": bytes, and texts that are compared
   * with stored ones.
   */
  readonly unguarded?: readonly string[]
  /** True if the answer contains a secret of Quarterdeck. It is shown only once and is not stored. */
  readonly shownOnce?: boolean
  /** Description of the operation as a tool for agents. Without it, agents are not offered the operation. */
  readonly tool?: Tool
  /**
   * Version of the changed resource, for ETag and If-Match in HTTP. `of`: field of the answer with the
   * version, such as "file.head". `base`: input with the version that a write is based on.
   */
  readonly version?: { readonly of?: string; readonly base?: string }
  /** Refusals of this operation, in addition to those of every operation with its method. */
  readonly refuses?: readonly RefusalReason[]
  /** Realistic input with more than the required fields, for the documentation. */
  readonly example?: Readonly<Record<string, unknown>>
  readonly input: Input
  readonly output: Output
  run(actor: Actor, input: z.output<Input>): Promise<Outcome<z.input<Output>>>
}

/** Declares an operation. An operation that writes first refuses every input that contains a secret. */
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

/** Validates the input from an interface and calls the operation. Refuses invalid input. */
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
