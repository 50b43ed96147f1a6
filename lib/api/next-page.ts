import type { Operation } from "@/lib/operations/operation"
import { inputFieldsOf } from "./request-input"

/** Names of the inputs that take `next` of the previous page. */
export const CURSORS = ["after", "cursor", "before"] as const

export function cursorOf(operation: Pick<Operation, "method" | "input">): (typeof CURSORS)[number] | null {
  const fields = inputFieldsOf(operation)
  return operation.method === "GET" ? (CURSORS.find((name) => name in fields) ?? null) : null
}

/** Returns the path and query of the next page. Null on the last page, or if the operation has no pages. */
export function nextPage(request: Request, operation: Operation, value: unknown): string | null {
  const { next } = value as { next?: unknown }
  const cursor = cursorOf(operation)
  if (cursor === null || (typeof next !== "string" && typeof next !== "number")) return null
  const url = new URL(request.url)
  url.searchParams.set(cursor, String(next))
  return url.pathname + url.search
}
