import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { PATH_HEADER } from "@/lib/auth/next-path"
import { contentSecurityPolicy } from "@/lib/auth/security-headers"

/**
 * Gives each page its policy and tells it its own address. It lets everything pass: who may see what is decided where it is
 * read. The API is left out, because a proxy would hold each upload in memory a second time; next.config.ts has its headers.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64")
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development")

  const headers = new Headers(request.headers)
  headers.set(PATH_HEADER, pathOf(request))
  headers.set("x-nonce", nonce)
  // Where Next looks for the nonce of its own scripts.
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

/** As the address bar shows it, without what Next adds when it fetches a page's data. */
function pathOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.search)
  query.delete("_rsc")
  return query.size ? `${nextUrl.pathname}?${query}` : nextUrl.pathname
}
