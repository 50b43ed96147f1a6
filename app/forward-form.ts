import { refresh } from "next/cache"
import type { z } from "zod"
import { type FormAction, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { runOperation, type Operation } from "@/lib/operations/operation"

/**
 * Returns a server action that runs the operation with the form fields named like its inputs, then refreshes
 * the page. The action returns the message of a refusal as `error`.
 */
export function forwardForm<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): FormAction {
  const inputs = Object.keys(operation.input.shape)
  return async (_, form) => {
    const fields = inputs.filter((name) => form.has(name)).map((name) => [name, formText(form, name)])
    const outcome = await runOperation(operation, await requireActor(), Object.fromEntries(fields))
    refresh()
    return outcome.ok ? {} : { error: outcome.message }
  }
}
