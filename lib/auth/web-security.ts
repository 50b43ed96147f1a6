import { baseUrl, signInProviders } from "./environment"

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

/**
 * Returns why a request was not sent to an address of this server, or null. Protects against DNS rebinding,
 * where a foreign domain resolves to this machine: host names must be known, IP addresses are accepted.
 * QUARTERDECK_HOSTS lists further names, separated by spaces or commas: "quarterdeck:3000
 * memory.example.com".
 */
export function findForeignHostProblem(request: Request, env = process.env): string | null {
  const host = request.headers.get("host")?.toLowerCase() ?? ""
  if (!isOwn(host, env))
    return `Host: ${JSON.stringify(host.slice(0, 200))} is not an address of this deployment. Set NEXTAUTH_URL to the public address, or add the host to QUARTERDECK_HOSTS`
  const origin = request.headers.get("origin")
  if (origin === null) return null
  const from = URL.canParse(origin) ? new URL(origin) : null
  return from && (from.origin === new URL(baseUrl(env)).origin || from.host === host)
    ? null
    : "Origin: this request comes from another site. Send it from this deployment's own address, or omit the Origin header"
}

function isOwn(host: string, env: NodeJS.ProcessEnv): boolean {
  const url = `http://${host}`
  if (host === "" || !URL.canParse(url)) return false
  const { hostname } = new URL(url)
  if (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname.startsWith("[") ||
    /^\d+(?:\.\d+){3}$/.test(hostname)
  )
    return true
  const named = (env.QUARTERDECK_HOSTS ?? "").toLowerCase().split(/[\s,]+/)
  return new URL(baseUrl(env)).host === host || named.includes(host) || named.includes(hostname)
}

/** Returns the path to open after signing in, or `/` if it is not a path of this site. */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return "/"
  const here = "http://here.invalid"
  const url = URL.canParse(next, here) ? new URL(next, here) : null
  if (url?.origin !== here) return "/"
  const path = url.pathname + url.search + url.hash
  // "/.//evil.example" is normalized to "//evil.example".
  return path.startsWith("//") ? "/" : path
}

/** Header with the path that the browser requested. The proxy sets it on each request. */
export const PATH_HEADER = "x-quarterdeck-path"

/**
 * Hash of the style element that sonner adds without a nonce. A unit test compares it with the installed
 * version.
 */
export const SONNER_STYLE = "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='"
/** Hash of an empty style element: sonner inserts its element before it adds the text. */
export const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/** Returns the content security policy of a page: own resources, and scripts with this response's nonce. */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  const providers = signInProviders().map((one) =>
    one.issuer === null ? "https://github.com" : new URL(one.issuer).origin,
  )
  const directives = {
    "default-src": ["'self'"],
    // React's development build needs eval for its stack traces.
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(development ? ["'unsafe-eval'"] : []),
    ],
    // Development adds style elements without a nonce when a stylesheet changes.
    "style-src": development
      ? ["'self'", "'unsafe-inline'"]
      : ["'self'", `'nonce-${nonce}'`, SONNER_STYLE, EMPTY_STYLE],
    // React renders the style attributes of virtual lists, bars and popups into the HTML of a page.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(development ? ["ws:"] : [])],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "frame-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    // A sign-in form redirects to the provider.
    "form-action": ["'self'", ...new Set(providers)],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ")
}
