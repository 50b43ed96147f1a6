import { signInProviders, usesTls } from "./environment"

/** What a page may load and run: our own, and of scripts only those with this response's nonce and what they load. */
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
    // The virtual lists and CodeMirror set style attributes.
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(development ? ["ws:"] : [])],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "frame-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    // A form that begins a sign-in elsewhere is redirected there.
    "form-action": ["'self'", ...new Set(providers)],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ")
}

/** Over TLS: not without it for a year. The other headers, the same for all responses, are in next.config.ts. */
export function transportHeaders(): Record<string, string> {
  return usesTls() ? { "strict-transport-security": "max-age=31536000" } : {}
}
