import NextAuth, { type NextAuthOptions, type User } from "next-auth"
import { cookies } from "next/headers"
import { redirect } from "next/navigation"
import { NextRequest, NextResponse } from "next/server"
import type { CredentialsConfig, OAuthConfig } from "next-auth/providers/index"
import { isDatabaseUnavailable } from "@/lib/db/infra/database-unavailable"
import { findPerson, findPersonByIdentity } from "@/lib/db/teams/people"
import type { Refusal } from "@/lib/memory/inputs/outcome"
import { baseUrl, signInProviders, authSecret, type SignInProvider } from "./environment"
import { safeNext } from "./web-security"
import { ADMISSION_REFUSALS, admitProviderUser, type ProviderIdentity } from "./provider-admission"
import {
  cookieName,
  cookieOptions,
  endLoginOfClaims,
  personOfClaims,
  LOGIN_SECONDS,
  storeLogin,
  personOfLogin,
} from "./session-cookie"
import { networkAddress, recordLogin, signInWithPassword } from "./password"

type Parts = { params: Promise<{ nextauth: string[] }> }

/**
 * Answers all requests below /api/auth: sign-in through GitHub or OIDC, and next-auth's own routes. Throws if
 * the database cannot answer, because next-auth would redirect to a page that quotes the error.
 */
export async function answerAuth(request: NextRequest, parts: Parts): Promise<Response> {
  const [action, provider] = (await parts.params).nextauth
  // Only a form sends a password. next-auth would answer a GET with an error page.
  if (action === "callback" && provider === "credentials" && request.method !== "POST")
    return new Response("Send a password with POST, or sign in at /sign-in.\n", {
      status: 405,
      headers: { allow: "POST", "content-type": "text/plain; charset=utf-8" },
    })
  const causes: unknown[] = []
  const response = (await NextAuth(nextAuthOptions((cause) => causes.push(cause)))(
    request,
    parts,
  )) as Response
  const unavailable = causes.find(isDatabaseUnavailable)
  if (unavailable) throw unavailable
  return response
}

/**
 * Sends the visitor to a provider. Runs both steps of next-auth (CSRF token, then sign-in) in one request, so
 * that a form without script is enough. For server actions.
 */
export async function goToProvider({
  provider,
  next,
  intent,
}: {
  provider: string
  next?: string
  intent?: Intent
}): Promise<never> {
  if (!signInProviders().some((one) => one.id === provider)) redirect("/sign-in")
  await rememberIntent(intent ?? null)
  const csrf = await answerWithin(["csrf"])
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const form = new URLSearchParams({ csrfToken, callbackUrl: safeNext(next), json: "true" })
  const answer = await answerWithin(["signin", provider], form)
  const { url } = (await answer.json()) as { url: string }
  redirect(url)
}

/** Sends a request to next-auth and passes its cookies to the browser. */
async function answerWithin(nextauth: string[], body?: URLSearchParams): Promise<Response> {
  const url = `${baseUrl()}/api/auth/${nextauth.join("/")}`
  const answer = await answerAuth(new NextRequest(url, { method: body ? "POST" : "GET", body }), {
    params: Promise.resolve({ nextauth }),
  })
  const jar = await cookies()
  for (const cookie of new NextResponse(null, answer).cookies.getAll()) jar.set(cookie)
  return answer
}

/**
 * Returns the options of next-auth for one request. Options are not shared, because next-auth writes into
 * them and the environment can change. next-auth turns errors into redirects that quote them, so `onError`
 * receives each error of a callback first.
 */
function nextAuthOptions(onError: (cause: unknown) => void): NextAuthOptions {
  const reporting = reportTo(onError)
  return {
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: LOGIN_SECONDS },
    pages: { signIn: "/sign-in", error: "/sign-in", signOut: "/sign-out" },
    cookies: cookieNames(),
    providers: [passwordProvider(reporting), ...signInProviders().map(oauthProvider)],
    events: {
      signOut: reporting(async ({ token }) => endLoginOfClaims(token)),
    },
    callbacks: {
      signIn: reporting(async ({ account, user, profile }) => {
        if (account?.provider === "credentials") return true
        if (!account) return false
        const vouched = {
          provider: account.provider,
          subject: account.providerAccountId,
          name: user.name ?? "",
          verifiedEmail: verifiedEmail(profile),
        }
        const admitted = await admitProviderUser(vouched, await circumstances())
        if (!admitted.ok) return `/sign-in?refused=${codeOf(admitted)}`
        await recordLogin(admitted.value, account.provider)
        return true
      }),
      /** Puts only the claims of a login into its cookie. Names and rights are read with each request. */
      jwt: reporting(async ({ token, account, user }) => {
        if (!account) return token
        const person =
          account.provider === "credentials"
            ? await findPerson(user.id)
            : await findPersonByIdentity(account.provider, account.providerAccountId)
        return person ? { ...(await storeLogin(person)) } : {}
      }),
      session: reporting(async ({ session, token }) => {
        const person = await personOfClaims(token)
        return {
          expires: session.expires,
          user: person ? { id: person.id, name: person.name, email: person.email } : undefined,
        } as typeof session
      }),
    },
  }
}

type Reporting = <Args extends unknown[], T>(
  work: (...args: Args) => Promise<T>,
) => (...args: Args) => Promise<T>

const reportTo =
  (onError: (cause: unknown) => void): Reporting =>
  (work) =>
  async (...args) => {
    try {
      return await work(...args)
    } catch (cause) {
      onError(cause)
      throw cause
    }
  }

function codeOf(refusal: Refusal): string {
  return Object.entries(ADMISSION_REFUSALS).find(([, one]) => one === refusal)?.[0] ?? "not-invited"
}

async function circumstances() {
  const intent = await takeIntent()
  if (intent?.kind === "invitation") return { key: intent.key }
  if (intent?.kind !== "connect") return {}
  const jar = await cookies()
  return { connectTo: (await personOfLogin(jar.get(cookieName("login"))?.value)) ?? undefined }
}

/** Signs in with a password through next-auth's own address, with the same check as the sign-in page. */
function passwordProvider(reporting: Reporting): CredentialsConfig {
  return {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { email: {}, password: {} },
    authorize: reporting<Parameters<CredentialsConfig["authorize"]>, User | null>(async (given, request) => {
      const { email, password } = given ?? {}
      if (typeof email !== "string" || typeof password !== "string") return null
      const forwarded: unknown = request.headers?.["x-forwarded-for"]
      const address = networkAddress({ get: () => (typeof forwarded === "string" ? forwarded : null) })
      const signedIn = await signInWithPassword({ email, password, address })
      if (!signedIn.ok) return null
      return { id: signedIn.value.id }
    }),
  }
}

interface Profile {
  readonly id?: number | string
  readonly sub?: string
  readonly name?: string
  readonly login?: string
  readonly preferred_username?: string
  readonly email?: string
  readonly email_verified?: boolean
}

function verifiedEmail(profile: unknown): ProviderIdentity["verifiedEmail"] {
  const { email, email_verified } = (profile ?? {}) as Profile
  return email && email_verified === true ? email : null
}

function oauthProvider({ id, name, clientId, clientSecret, issuer }: SignInProvider): OAuthConfig<Profile> {
  const shared = { id, name, type: "oauth", clientId, clientSecret } as const
  if (issuer !== null) {
    return {
      ...shared,
      issuer,
      wellKnown: `${issuer}/.well-known/openid-configuration`,
      idToken: true,
      authorization: { params: { scope: "openid email profile" } },
      checks: ["pkce", "state", "nonce"],
      profile: (profile) => ({
        id: String(profile.sub),
        name: profile.name ?? profile.preferred_username ?? profile.email,
        email: profile.email,
      }),
    }
  }
  return {
    ...shared,
    issuer: "https://github.com/login/oauth",
    authorization: {
      url: "https://github.com/login/oauth/authorize",
      params: { scope: "read:user user:email" },
    },
    token: "https://github.com/login/oauth/access_token",
    userinfo: {
      url: "https://api.github.com/user",
      /**
       * Returns the profile with the primary address if it is verified. Only GitHub's list of addresses tells
       * that.
       */
      async request({ client, tokens }) {
        const profile = await client.userinfo<Profile>(tokens.access_token ?? "")
        const answer = await fetch("https://api.github.com/user/emails", {
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
        const addresses = answer.ok
          ? ((await answer.json()) as { email: string; primary: boolean; verified: boolean }[])
          : []
        const primary = addresses.find((one) => one.primary && one.verified)
        return {
          ...profile,
          sub: String(profile.id),
          email: primary?.email,
          email_verified: primary !== undefined,
        }
      },
    },
    checks: ["pkce", "state"],
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name ?? profile.login,
      email: profile.email,
    }),
  }
}

function cookieNames(): NextAuthOptions["cookies"] {
  const options = cookieOptions()
  const whileAway = { ...options, maxAge: 15 * 60 }
  return {
    sessionToken: { name: cookieName("login"), options },
    callbackUrl: { name: cookieName("callback"), options },
    csrfToken: { name: cookieName("csrf"), options },
    pkceCodeVerifier: { name: cookieName("pkce"), options: whileAway },
    state: { name: cookieName("state"), options: whileAway },
    nonce: { name: cookieName("nonce"), options: whileAway },
  }
}

/** Purpose of a sign-in at a provider. Kept in a cookie until the person returns from the provider. */
type Intent = { readonly kind: "invitation"; readonly key: string } | { readonly kind: "connect" }

const SECONDS = 15 * 60

async function rememberIntent(intent: Intent | null): Promise<void> {
  const jar = await cookies()
  if (intent === null) jar.set(cookieName("intent"), "", { ...cookieOptions(), maxAge: 0 })
  else
    jar.set(cookieName("intent"), intent.kind === "connect" ? "connect" : `key.${intent.key}`, {
      ...cookieOptions(),
      maxAge: SECONDS,
    })
}

/** Returns the intent and removes it. Null if there is none. */
async function takeIntent(): Promise<Intent | null> {
  const jar = await cookies()
  const value = jar.get(cookieName("intent"))?.value
  if (!value) return null
  await rememberIntent(null)
  return value === "connect" ? { kind: "connect" } : { kind: "invitation", key: value.slice("key.".length) }
}
