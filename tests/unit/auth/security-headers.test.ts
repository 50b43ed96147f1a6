import { afterEach, describe, expect, it } from "vitest"
import { authSecret, signInProviders } from "@/lib/auth/environment"
import { cookieName, cookieOptions } from "@/lib/auth/seal"
import { contentSecurityPolicy, transportHeaders } from "@/lib/auth/security-headers"

const before = { ...process.env }
afterEach(() => {
  process.env = { ...before }
})

const directives = (policy: string) =>
  Object.fromEntries(policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1)]))

describe("what a page may do", () => {
  it("is to run scripts that carry this response's nonce, and no others", () => {
    const script = directives(contentSecurityPolicy("abc", false))["script-src"]
    expect(script).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"])
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
    expect(transportHeaders()).toHaveProperty("strict-transport-security")
  })

  it("is where they are, and not elsewhere", () => {
    process.env.NEXTAUTH_URL = "http://localhost:3000"
    expect(cookieName("login")).toBe("quarterdeck.login")
    expect(transportHeaders()).not.toHaveProperty("strict-transport-security")
  })
})

it("does not start without a secret that logins are encrypted with", () => {
  delete process.env.NEXTAUTH_SECRET
  expect(() => authSecret()).toThrow(/NEXTAUTH_SECRET/)
  process.env.NEXTAUTH_SECRET = "short"
  expect(() => authSecret()).toThrow(/NEXTAUTH_SECRET/)
})
