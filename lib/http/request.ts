import type { InputOf } from "./contract"
import { type CalledOperation, ROUTES } from "./routes"

/** A request to the HTTP API. */
export interface ApiRequest {
  readonly method: string
  /** Path below `/api/v1`, with the query. */
  readonly path: string
  /** The fields of the JSON body. Undefined if the method has none. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Returns the request that calls an operation. Undefined fields are left out. */
export function requestOf<Name extends CalledOperation>(operation: Name, input: InputOf<Name>): ApiRequest {
  const [method = "", pattern = ""] = ROUTES[operation].split(" ")
  const fields = new Map<string, unknown>(Object.entries(input))
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = fields.get(field)
    fields.delete(field)
    return encodeURIComponent(String(value))
  })
  if (method !== "GET" && method !== "DELETE") return { method, path, body: Object.fromEntries(fields) }
  const query = queryOf(fields)
  return { method, path: query === "" ? path : `${path}?${query}`, body: undefined }
}

/** Returns the fields as a query string. Lists repeat their field. */
function queryOf(fields: ReadonlyMap<string, unknown>): string {
  const pairs = [...fields].flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)]),
  )
  return new URLSearchParams(pairs).toString()
}
