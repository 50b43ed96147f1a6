import type { z } from "zod"
import type { Actor, Verb } from "@/lib/memory/teams/actor"
import { describeFailure, isUnstorable } from "@/lib/db/infra/data-errors"
import { readInput } from "@/lib/memory/inputs/input-errors"
import { type Outcome, type RefusalReason, refused } from "@/lib/memory/inputs/outcome"
import { secretsInInput, withoutSecrets } from "./infra/guarded-input"

/** How agents get an operation over MCP: what they call it, and what the declaration does not say to them. */
export interface Tool {
  /** "memory_read" */
  readonly name: string
  /** For people who are asked whether the agent may: "Read memory". */
  readonly title: string
  /** After the summary: when to call it, and what to do with the answer. */
  readonly about?: string
  /** What to say of inputs to agents, where the schema says nothing or speaks to others. */
  readonly fields?: Readonly<Record<string, string>>
  /** Inputs that agents are not offered. */
  readonly without?: readonly string[]
  /** Other names under which agents send an input: { query: "q" }. */
  readonly aliases?: Readonly<Record<string, string>>
  /** How many an agent gets where it says no limit, and at most: all of it stands in its context. */
  readonly limit?: { readonly usual: number; readonly most: number }
  /** It takes something away. */
  readonly destructive?: boolean
  /** The same again changes nothing more. Reading never does. */
  readonly idempotent?: boolean
}

/** What one can ask of Quarterdeck. Declared once; every door (page, HTTP, MCP, command line) comes from the declaration. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** noun.verb: "import.start". */
  readonly name: string
  /** One sentence, for people and for agents. */
  readonly summary: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Under `/api/v1`, with `{name}` for parts that come from the input: `/imports/{run}`. */
  readonly path: string
  /** The least right that lets one ask at all; `run` checks the place. */
  readonly right: Verb
  /** Fields in which secrets are not looked for, as "changes.before": bytes, and texts that are compared with what is stored. */
  readonly unguarded?: readonly string[]
  /** The answer holds a secret of ours, which is shown this once and kept nowhere. */
  readonly shownOnce?: boolean
  /** Agents have it as a tool. */
  readonly tool?: Tool
  /** What is replaced has versions: `of` is the member of the answer that says which it is ("file.head"), `base` the input that names the one a write is based on. HTTP: ETag and If-Match. */
  readonly version?: { readonly of?: string; readonly base?: string }
  /** How it refuses beyond what every operation of its method does. */
  readonly refuses?: readonly RefusalReason[]
  /** A plausible input that says more than what is required, for those who read about it. */
  readonly example?: Readonly<Record<string, unknown>>
  readonly input: Input
  readonly output: Output
  run(actor: Actor, input: z.output<Input>): Promise<Outcome<z.input<Output>>>
}

/** Declares an operation. One that writes refuses every input with a secret in it, before it looks at anything. */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  declared: Operation<Input, Output>,
): Operation<Input, Output> {
  if (declared.method === "GET") return declared
  return {
    ...declared,
    async run(actor, input) {
      const secret = secretsInInput(input, declared.unguarded ?? [])
      return secret === null ? declared.run(actor, input) : refused("invalid", secret)
    },
  }
}

/** Validates what came through a door, then asks. */
export async function ask<Input extends z.ZodType, Output extends z.ZodType>(
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
