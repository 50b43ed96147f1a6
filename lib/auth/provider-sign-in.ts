import NextAuth from "next-auth"
import { cookies } from "next/headers"
import { redirect } from "next/navigation"
import { NextRequest, NextResponse } from "next/server"
import { isDatabaseUnavailable } from "@/lib/db/infra/database-unavailable"
import { baseUrl, signInProviders } from "./environment"
import { type Intent, rememberIntent } from "./intent"
import { nextAuthOptions } from "./next-auth-options"
import { safeNext } from "./next-path"

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
