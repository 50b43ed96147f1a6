import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { PATH_HEADER, contentSecurityPolicy } from "@/lib/auth/web-security"

/**
 * Sets the content security policy of each page and passes the page its own address. Does not check any
 * rights. Excludes the API, because a proxy would hold each upload in memory a second time. `next.config.ts`
 * sets the headers of the API.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64")
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development")

  const headers = new Headers(request.headers)
  headers.set(PATH_HEADER, pathOf(request))
  headers.set("x-nonce", nonce)
  // Next reads the nonce for its scripts from this header.
  headers.set("content-security-policy", policy)

  const response = NextResponse.next({ request: { headers } })
  response.headers.set("content-security-policy", policy)
  return response
}

export const config = {
  matcher: [
    "/((?!api/|_next/static/|_next/image|icon.svg|favicon.ico|icons/|manifest.webmanifest|robots.txt).*)",
  ],
}

/**
 * Returns the path and query shown in the address bar, without the parameters that Next adds to fetch data.
 */
function pathOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.search)
  query.delete("_rsc")
  return query.size ? `${nextUrl.pathname}?${query}` : nextUrl.pathname
}
