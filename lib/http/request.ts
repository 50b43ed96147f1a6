import type { InputOf } from "./contract"
import { type CalledOperation, ROUTES } from "./routes"

/** A request to the HTTP API. */
export interface ApiRequest {
  readonly method: string
  /** Below `/api/v1`, with its query. */
  readonly path: string
  /** The fields of the JSON body. Undefined if the method has none. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Returns the request that calls an operation. Undefined fields are left out. */
export function requestOf<Name extends CalledOperation>(operation: Name, input: InputOf<Name>): ApiRequest {
  const [method = "", pattern = ""] = ROUTES[operation].split(" ")
  const rest: Record<string, unknown> = { ...(input as object) }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field])
    delete rest[field]
    return encodeURIComponent(value)
  })
  if (method !== "GET" && method !== "DELETE") return { method, path, body: rest }
  const query = queryOf(rest)
  return { method, path: query === "" ? path : `${path}?${query}`, body: undefined }
}

/** Returns the fields as a query string. Lists repeat their field. */
function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)]),
  )
  return new URLSearchParams(pairs).toString()
}
