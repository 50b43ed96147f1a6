import { ownValue } from "@/lib/memory/text/own-value"
import { createHash } from "node:crypto"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
import type { Operation } from "@/lib/operations/operation"
import { inputFieldsOf } from "./request-input"

/**
 * Returns the entity tag of a response: the version that the operation declares, and for reads also a hash of
 * the body, because fields such as verification change without a new revision. Null if the response has no
 * version.
 */
export function entityTag({ version, method }: Operation, value: unknown, body: string): string | null {
  const number = version?.of
    ?.split(".")
    .reduce<unknown>((whole, member) => ownValue(whole as Record<string, unknown> | null, member), value)
  if (number === undefined || number === null || number === "") return null
  return method === "GET" ? `"${String(number)}.${hashOf(body)}"` : `"${String(number)}"`
}

export const hashOf = (body: string): string =>
  createHash("sha256").update(body).digest("base64url").slice(0, 22)

/** True if If-None-Match names the tag or is "*". Weak tags match, too. */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  return (
    header !== null &&
    (header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag))
  )
}

type Based = { readonly input: Readonly<Record<string, unknown>> } | { readonly refusal: Refusal }

/**
 * Returns the input with the version of If-Match in the base field of the operation, which compares the
 * versions. Returns a refusal if the header is invalid, or names another version than the input.
 */
export function withBaseVersion(
  operation: Operation,
  header: string | null,
  input: Readonly<Record<string, unknown>>,
): Based {
  if (header === null || operation.method === "GET" || header.trim() === "*") return { input }
  const base = operation.version?.base
  if (base === undefined)
    return {
      refusal: refused("invalid", `If-Match: ${operation.name} does not compare versions. Omit the header`),
    }
  if (header.includes(","))
    return {
      refusal: refused("invalid", "If-Match: send exactly one entity tag, from your last read"),
    }
  const version = /^"([^".]+)(?:\.[^"]*)?"$/.exec(header.trim())?.[1]
  if (version === undefined || !isVersion(operation, base, version)) {
    return {
      refusal: refused(
        "stale",
        "If-Match: the entity tag is not valid here. Read the resource again and send the ETag from that response, including the quotes",
      ),
    }
  }
  const given = ownValue(input, base)
  if (given !== undefined && String(given) !== version)
    return {
      refusal: refused(
        "invalid",
        `${base}: does not match the version in If-Match. Send only one of the two`,
      ),
    }
  return { input: { ...input, [base]: version } }
}

const isVersion = (operation: Operation, base: string, version: string): boolean =>
  ownValue(inputFieldsOf(operation), base)?.safeParse(version).success !== false
