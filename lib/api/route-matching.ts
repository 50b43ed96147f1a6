import { OPERATIONS } from "@/lib/operations/list"
import type { Operation } from "@/lib/operations/operation"

export interface RouteMatch {
  readonly operation: Operation
  /** Values of the path parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * Returns the operation of a method and path under `/api/v1`, or the methods that the path allows. Null if
 * the path does not exist. Literal paths win over those with parameters.
 */
export function matchRoute(
  method: string,
  path: readonly string[],
): RouteMatch | { allowed: string[] } | null {
  patterns ??= OPERATIONS.map((operation) => ({ operation, parts: operation.path.split("/").slice(1) }))
  const matches = patterns
    .flatMap(({ operation, parts }) => {
      const parameters = match(parts, path)
      return parameters === null ? [] : [{ operation, parameters }]
    })
    .toSorted((a, b) => Object.keys(a.parameters).length - Object.keys(b.parameters).length)
  if (matches.length === 0) return null
  return (
    matches.find((one) => one.operation.method === method) ?? {
      allowed: allowedWith(matches.map((one) => one.operation.method)),
    }
  )
}

/** Returns the allowed methods: the given ones, OPTIONS, and HEAD if GET is among them. */
const allowedWith = (methods: readonly string[]): string[] => [
  ...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]),
]

/** Paths of all operations, split into parts. Null before the first request. */
let patterns: readonly { readonly operation: Operation; readonly parts: readonly string[] }[] | null = null

function match(parts: readonly string[], path: readonly string[]): Record<string, string> | null {
  if (parts.length !== path.length) return null
  const parameters = new Map<string, string>()
  for (const [place, part] of parts.entries()) {
    const actual = path[place] as string
    if (part.startsWith("{")) parameters.set(part.slice(1, -1), actual)
    else if (part !== actual) return null
  }
  return Object.fromEntries(parameters)
}
