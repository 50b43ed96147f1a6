import { z } from "zod"
import { beginDeviceLogin, takeDeviceToken } from "@/lib/auth/device-login"
import { networkAddress } from "@/lib/auth/password"
import { readInput } from "@/lib/memory/inputs/read-input"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { unavailableProblem } from "./error-responses"

/** Largest body in bytes. Bodies here hold a name or a code. */
const LARGEST = 4_096

const Machine = z.object({ machine: z.string() })
const DeviceCode = z.object({ deviceCode: z.string().min(1).max(256) })

/**
 * Starts a device login (RFC 8628). Needs no authentication, so bodies are small and requests are limited by
 * network address.
 */
export const beginDevice = (request: Request): Promise<Response> =>
  answered(request, Machine, async ({ machine }, address) => {
    const begun = await beginDeviceLogin({ machine, address })
    return begun.ok ? Response.json(begun.value, { headers: NEVER_STORED }) : problem(begun)
  })

/** Returns the token of an approved device login, shown once, or 400 with an error code of RFC 8628. */
export const takeToken = (request: Request): Promise<Response> =>
  answered(request, DeviceCode, async ({ deviceCode }, address) => {
    const taken = await takeDeviceToken({ deviceCode, address })
    if (typeof taken === "string")
      return Response.json({ error: taken }, { status: 400, headers: NEVER_STORED })
    return "token" in taken ? Response.json(taken, { headers: NEVER_STORED }) : problem(taken)
  })

async function answered<T>(
  request: Request,
  shape: z.ZodType<T>,
  work: (body: T, address: string) => Promise<Response>,
): Promise<Response> {
  // A page of another site can send a form or plain text, but not JSON.
  if (!request.headers.get("content-type")?.startsWith("application/json"))
    return problem(refused("invalid", "send a JSON object, with Content-Type: application/json"))
  const body = readInput(shape, await jsonOf(request))
  if ("problems" in body) return problem(refused("invalid", body.problems.join("; ")))
  try {
    return await work(body.value, networkAddress(request.headers))
  } catch (cause) {
    const unavailable = unavailableProblem(cause)
    if (unavailable) return unavailable
    console.error(`${request.method} ${new URL(request.url).pathname} failed:`, cause)
    return Response.json(
      {
        type: "about:blank",
        title: "unavailable",
        status: 500,
        detail: "an unexpected error occurred. See the server log for details",
      },
      { status: 500 },
    )
  }
}

async function jsonOf(request: Request): Promise<unknown> {
  let text = ""
  const decoder = new TextDecoder()
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true })
    if (text.length > LARGEST) return null
  }
  try {
    return JSON.parse(text)
  } catch {
    return null // rejected later: not an object
  }
}

const NEVER_STORED = { "cache-control": "no-store" }
const STATUS: Partial<Record<Refusal["reason"], number>> = { "too-many": 429, unavailable: 503 }

function problem({ reason, message }: Refusal): Response {
  const status = STATUS[reason] ?? 422
  return Response.json(
    { type: "about:blank", title: reason, status, detail: message },
    {
      status,
      headers: {
        ...NEVER_STORED,
        "content-type": "application/problem+json",
        ...(status === 422 ? {} : { "retry-after": status === 429 ? "30" : "5" }),
      },
    },
  )
}
