import { baseUrl } from "./environment"

/**
 * Whether a request that changes something comes from our own pages. Browsers say so themselves (Sec-Fetch-Site, which no page
 * can forge), older ones by Origin. A request with neither comes from no browser, so it carries nobody's cookies unasked.
 */
export function isSameOrigin(request: Request): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return true
  const site = request.headers.get("sec-fetch-site")
  if (site !== null) return site === "same-origin" || site === "none"
  const origin = request.headers.get("origin")
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  return (
    new URL(origin).host === request.headers.get("host") ||
    new URL(origin).origin === new URL(baseUrl()).origin
  )
}
