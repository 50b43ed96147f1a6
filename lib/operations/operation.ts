import type { z } from "zod"
import type { Actor, Verb } from "@/lib/memory/actor"
import { type Outcome, refused } from "@/lib/memory/outcome"

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
  readonly input: Input
  readonly output: Output
  run(actor: Actor, input: z.output<Input>): Promise<Outcome<z.input<Output>>>
}

export function operation<Input extends z.ZodType, Output extends z.ZodType>(declared: Operation<Input, Output>): Operation<Input, Output> {
  return declared
}

/** Validates what came through a door, then asks. */
export async function ask<Input extends z.ZodType, Output extends z.ZodType>(
  one: Operation<Input, Output>,
  actor: Actor,
  raw: unknown,
): Promise<Outcome<z.input<Output>>> {
  const input = one.input.safeParse(raw)
  if (!input.success) {
    const problems = input.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`)
    return refused("invalid", problems.join("; "))
  }
  return one.run(actor, input.data)
}
