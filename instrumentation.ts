import { noteRequestError } from "@/lib/api/page-unavailable"

/** Next calls this with each error of a page, route or server action before it answers 500. */
export function onRequestError(error: unknown): void {
  noteRequestError(error)
}
