import { baseUrl } from "./environment"

/**
 * True if a write comes from Quarterdeck's own pages: by Sec-Fetch-Site, in older browsers by Origin. A
 * request with neither does not come from a browser, so it carries no cookies without the user's knowledge.
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
