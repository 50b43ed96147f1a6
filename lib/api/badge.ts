import { networkAddress } from "@/lib/auth/password"
import { badgeOf } from "@/lib/memory/health/health"
import { findUnavailable } from "@/lib/operations/infra/database-unavailable"
import { badgeScore } from "@/lib/operations/health/badges"
import { countBadgeRequest } from "./request-limits"

/**
 * Returns a badge, which is an SVG with the health score, or an error with status 404, 429 or 503. Needs no
 * login, so that a README can embed the badge.
 */
export async function answerBadge(request: Request, key: string, now = new Date()): Promise<Response> {
  const pace = await countBadgeRequest(networkAddress(request.headers))
  if (pace?.exceeded)
    return said(429, "too many badge requests from this network address. Try again in a minute", {
      "retry-after": String(pace.reset),
    })
  try {
    const score = await badgeScore(key.replace(/\.svg$/, ""), now)
    if (score === undefined) return said(404, "badge not found or revoked")
    return new Response(badgeOf(score), {
      headers: { "content-type": "image/svg+xml; charset=utf-8", "cache-control": "public, max-age=300" },
    })
  } catch (cause) {
    const unavailable = findUnavailable(cause)
    if (!unavailable) throw cause
    return said(503, unavailable.message, { "retry-after": String(unavailable.retryAfter) })
  }
}

const said = (status: number, words: string, headers: Record<string, string> = {}): Response =>
  new Response(`${words}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  })
