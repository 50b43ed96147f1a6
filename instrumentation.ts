import { noteRequestError } from "@/lib/api/request-errors"

/** Next calls this with each error of a page, route or server action before it answers 500. */
export function onRequestError(error: unknown): void {
  noteRequestError(error)
}
