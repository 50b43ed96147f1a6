import { signInProviders, usesTls } from "./environment"

/** What a page may load and run: our own, and of scripts only those with this response's nonce and what they load. */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  const providers = signInProviders().map((one) => (one.issuer === null ? "https://github.com" : new URL(one.issuer).origin))
  const directives = {
    "default-src": ["'self'"],
    // React's development build needs eval for its stack traces.
    "script-src": ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
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
  return Object.entries(directives).map(([name, values]) => `${name} ${values.join(" ")}`).join("; ")
}

/** On every response. */
export function securityHeaders(): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    // Nothing goes to another site. Not no-referrer: that makes a browser send `Origin: null` with our own forms, which
    // then cannot be told from a forged one.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ...(usesTls() ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  }
}
