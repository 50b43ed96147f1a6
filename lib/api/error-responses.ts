import { type Refusal, type RefusalReason, refused } from "@/lib/memory/inputs/outcome"
import { findUnavailable } from "@/lib/operations/infra/database-unavailable"

export type ProblemKind =
  | RefusalReason
  | "method"
  | "header"
  | "unknown-member"
  | "content-type"
  | "unexpected"

/** All error responses with their status and advice. Also shown on the page /docs/api. */
export const PROBLEMS: Readonly<Record<ProblemKind, { readonly status: number; readonly about: string }>> = {
  "unknown-member": {
    status: 400,
    about:
      "The query or the body has an unknown field. `detail` identifies the field and suggests the correct name, and `unknown` lists all unknown fields. A client that may be newer than the server can send `Prefer: handling=lenient` to have unknown fields ignored.",
  },
  header: {
    status: 400,
    about:
      "A header is empty, such as an Idempotency-Key without a key. Set a value, or omit the header. No action was taken.",
  },
  unauthenticated: {
    status: 401,
    about:
      "Authentication is missing. Send a valid access token as `Authorization: Bearer qd_…`, or sign in.",
  },
  forbidden: {
    status: 403,
    about:
      "A permission is missing. Ask a lead of the team for an access token or a role that has the permission. Retrying does not help.",
  },
  "not-found": {
    status: 404,
    about:
      "The resource does not exist, or you do not have access to it. The response is the same in both cases.",
  },
  method: {
    status: 405,
    about: "The path exists, but the method is not supported. The Allow header lists the methods.",
  },
  conflict: {
    status: 409,
    about: "The request conflicts with the current state, which `detail` describes.",
  },
  stale: {
    status: 412,
    about:
      "The resource changed since you read it. Read it again, merge your change, and send it with the new version. Nothing was overwritten.",
  },
  "too-large": {
    status: 413,
    about: "The request is too large. Send it in smaller parts. `detail` states the limit.",
  },
  "content-type": {
    status: 415,
    about:
      "The content type is not supported. Send `Content-Type: application/json`, or `application/zip`, `application/x-tar` or `application/gzip` if the body is an archive.",
  },
  invalid: {
    status: 422,
    about: "The request is invalid. `detail` lists each invalid field and the accepted values.",
  },
  "too-many": {
    status: 429,
    about:
      "Wait for the number of seconds in Retry-After, then retry. If that header is missing, a quota has been reached, and `detail` says which one.",
  },
  unexpected: {
    status: 500,
    about:
      "An unexpected error occurred on the server. For details, search the server log for the response's X-Request-Id.",
  },
  unavailable: {
    status: 503,
    about:
      "The server is temporarily unavailable. Retry after the number of seconds in Retry-After. A write with an Idempotency-Key is safe to retry.",
  },
}

/**
 * Returns a problem response (RFC 9457). `title` is the reason for programs, `detail` the message for people.
 */
export function problem(
  refusal: Refusal,
  {
    kind = refusal.reason,
    headers = {},
  }: { kind?: ProblemKind; headers?: Readonly<Record<string, string>> } = {},
): Response {
  const { status } = PROBLEMS[kind]
  const body = {
    type: `/docs/api#${kind}`,
    title: refusal.reason,
    status,
    detail: refusal.message,
    ...refusal.details,
  }
  return Response.json(body, {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  })
}

/** Returns a 503 response with Retry-After if `cause` says that the database is unavailable, else null. */
export function unavailableProblem(cause: unknown): Response | null {
  const found = findUnavailable(cause)
  return (
    found &&
    problem(refused("unavailable", found.message), { headers: { "retry-after": String(found.retryAfter) } })
  )
}

/**
 * Wraps a route handler so that it responds with 503 while the database is unavailable. Other errors pass
 * through.
 */
export function guardDatabase<Args extends unknown[]>(
  handler: (...args: Args) => Promise<Response>,
): (...args: Args) => Promise<Response> {
  return async (...args) => {
    try {
      return await handler(...args)
    } catch (cause) {
      const answer = unavailableProblem(cause)
      if (answer) return answer
      throw cause
    }
  }
}
