import type { Refusal, RefusalReason } from "@/lib/memory/outcome"

export type ProblemKind =
  | RefusalReason
  | "method"
  | "header"
  | "unknown-member"
  | "content-type"
  | "unexpected"

/** Every way to refuse, with its status, and what whoever asked can do. Also what the page /docs/api says. */
export const PROBLEMS: Readonly<Record<ProblemKind, { readonly status: number; readonly about: string }>> = {
  "unknown-member": {
    status: 400,
    about:
      "The query or the body names something that is not taken there: the detail says which, and what was probably meant; `unknown` lists them. A client that may be newer than the server sends `Prefer: handling=lenient`, and they are dropped.",
  },
  header: {
    status: 400,
    about:
      "A header is there and says nothing, as an Idempotency-Key without a key: give it a value, or leave it out. Nothing was done.",
  },
  unauthenticated: {
    status: 401,
    about: "Nobody is named: send an access token that holds, as `Authorization: Bearer qd_…`, or sign in.",
  },
  forbidden: {
    status: 403,
    about:
      "The right is missing: ask a lead of the team for an access token, or a role, that has it. Asking again changes nothing.",
  },
  "not-found": {
    status: 404,
    about: "There is no such thing, or you may not see it; the two are not told apart.",
  },
  method: {
    status: 405,
    about: "The path is right and the method is not: the header Allow lists those that are.",
  },
  conflict: {
    status: 409,
    about: "What was asked does not go with how things stand now: the detail says how they stand.",
  },
  stale: {
    status: 412,
    about:
      "It changed since you read it: read it again, bring your change into what it says now, and send that with the new version. Nothing was overwritten.",
  },
  "too-large": { status: 413, about: "Send it in smaller parts: the detail names the limit." },
  "content-type": {
    status: 415,
    about:
      "Send `Content-Type: application/json`, or `application/zip`, `application/x-tar` or `application/gzip` where the body is an archive.",
  },
  invalid: {
    status: 422,
    about: "The request says something that cannot be taken: the detail names each field and what it may be.",
  },
  "too-many": {
    status: 429,
    about:
      "Wait as many seconds as Retry-After says, then ask again; without that header, something is full and the detail says what.",
  },
  unexpected: {
    status: 500,
    about: "A fault of ours: the server's log has it under the X-Request-Id of the answer.",
  },
  unavailable: {
    status: 503,
    about:
      "The server cannot answer at the moment: ask again after Retry-After. A write with an Idempotency-Key can be sent again safely.",
  },
}

/** RFC 9457. `title` is the reason, a word for programs; `detail` is for people. */
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
