import type { Operation } from "@/lib/operations/operation"
import { fieldsOf } from "./asked-input"

/** Under which name lists take the `next` of the page before. */
export const CURSORS = ["after", "cursor", "before"] as const

export function cursorOf(operation: Pick<Operation, "method" | "input">): (typeof CURSORS)[number] | null {
  const fields = fieldsOf(operation)
  return operation.method === "GET" ? (CURSORS.find((name) => name in fields) ?? null) : null
}

/** The address of the next page of a list; null where this was the last. */
export function nextPage(request: Request, operation: Operation, value: unknown): string | null {
  const { next } = value as { next?: unknown }
  const cursor = cursorOf(operation)
  if (cursor === null || (typeof next !== "string" && typeof next !== "number")) return null
  const url = new URL(request.url)
  url.searchParams.set(cursor, String(next))
  return url.pathname + url.search
}
