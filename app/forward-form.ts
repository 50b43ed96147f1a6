import { refresh } from "next/cache"
import type { z } from "zod"
import { type FormAction, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { runOperation, type Operation } from "@/lib/operations/operation"

/**
 * Returns the server action that sends the fields of a form to the operation with inputs of these names, and
 * refreshes the page.
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
