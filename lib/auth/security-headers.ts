import { signInProviders } from "./environment"

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
