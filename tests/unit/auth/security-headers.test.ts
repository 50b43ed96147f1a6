import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { authSecret, signInProviders } from "@/lib/auth/environment"
import { cookieName, cookieOptions } from "@/lib/auth/session-cookie"
import { contentSecurityPolicy, EMPTY_STYLE, SONNER_STYLE } from "@/lib/auth/web-security"

const before = { ...process.env }
afterEach(() => {
  process.env = { ...before }
})

const directives = (policy: string) =>
  Object.fromEntries(policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1)]))

describe("the content security policy of a page", () => {
  it("allows only scripts with this response's nonce", () => {
    const script = directives(contentSecurityPolicy("abc", false))["script-src"]
    expect(script).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"])
  })

  it("allows only style elements with this nonce, and sonner's", () => {
    const css = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(
      readFileSync("node_modules/sonner/dist/index.mjs", "utf8"),
    )?.[1]
    const sonner = createHash("sha256")
      .update(JSON.parse(css ?? "") as string)
      .digest("base64")
    expect(SONNER_STYLE).toBe(`'sha256-${sonner}'`)
    expect(EMPTY_STYLE).toBe(`'sha256-${createHash("sha256").update("").digest("base64")}'`)
    expect(directives(contentSecurityPolicy("abc", false))["style-src"]).toEqual([
      "'self'",
      "'nonce-abc'",
      SONNER_STYLE,
      EMPTY_STYLE,
    ])
  })

  it("is not to be framed, to change its base, or to send anything elsewhere", () => {
    expect(directives(contentSecurityPolicy("abc", false))).toMatchObject({
      "frame-ancestors": ["'none'"],
      "base-uri": ["'none'"],
      "object-src": ["'none'"],
      "connect-src": ["'self'"],
      "form-action": ["'self'"],
      "img-src": ["'self'", "data:", "blob:"],
    })
  })

  it("is to go to the providers that are configured", () => {
    Object.assign(process.env, {
      GITHUB_CLIENT_ID: "a",
      GITHUB_CLIENT_SECRET: "b",
      OIDC_ISSUER: "https://id.example/realm/",
      OIDC_CLIENT_ID: "c",
      OIDC_CLIENT_SECRET: "d",
      OIDC_NAME: "Company",
    })
    expect(signInProviders().map((one) => one.name)).toEqual(["GitHub", "Company"])
    expect(directives(contentSecurityPolicy("abc", false))["form-action"]).toEqual([
      "'self'",
      "https://github.com",
      "https://id.example",
    ])
  })
})

describe("over TLS", () => {
  it("cookies are bound to this host", () => {
    process.env.NEXTAUTH_URL = "https://quarterdeck.example"
    expect(cookieName("login")).toBe("__Host-quarterdeck.login")
    expect(cookieOptions()).toEqual({ httpOnly: true, sameSite: "lax", path: "/", secure: true })
  })

  it("is where they are, and not elsewhere", () => {
    process.env.NEXTAUTH_URL = "http://localhost:3000"
    expect(cookieName("login")).toBe("quarterdeck.login")
  })
})

it("does not start without a secret that logins are encrypted with", () => {
  delete process.env.NEXTAUTH_SECRET
  expect(() => authSecret()).toThrow(/NEXTAUTH_SECRET/)
  process.env.NEXTAUTH_SECRET = "short"
  expect(() => authSecret()).toThrow(/NEXTAUTH_SECRET/)
})
