import { Agent, type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"

export interface Sent {
  readonly method?: string
  readonly path: string
  readonly secret?: string
  readonly key?: string
  readonly body?: unknown
}

export interface Received {
  readonly status: number
  readonly body: Record<string, unknown> | null
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends one request over a socket and reads the response. */
export async function send(url: string, sent: Sent): Promise<Received> {
  const { response } = start(url, sent)
  const answered = await response
  const body = await text(answered)
  return {
    status: answered.statusCode ?? 0,
    body: body === "" ? null : (JSON.parse(body) as Record<string, unknown>),
  }
}

/**
 * Sends one request and destroys the socket: during the request, before the response, or during the response.
 */
export async function sendAndCut(
  url: string,
  sent: Sent,
  moment: "before" | "meanwhile" | "after",
  patienceMs: number,
): Promise<void> {
  const { outgoing, response } = start(url, sent, moment === "before" ? 0.5 : 1)
  const answered = response.then(
    (answer) => answer.on("error", () => undefined),
    () => undefined,
  )
  if (moment === "after") await answered
  else await new Promise((resolve) => setTimeout(resolve, patienceMs))
  outgoing.destroy()
  await answered
}

function start(url: string, { method = "POST", path, secret, key, body }: Sent, share = 1) {
  const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const headers = {
    ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(json ? { "content-type": "application/json", "content-length": String(json.length) } : {}),
  }
  const outgoing = request(`${url}/api/v1${path}`, { method, headers, agent })
  const response = new Promise<IncomingMessage>((resolve, reject) =>
    outgoing.once("response", resolve).on("error", reject),
  )
  response.catch(() => undefined) // The response is not needed.
  if (share < 1) outgoing.write(json?.subarray(0, Math.floor(json.length * share)) ?? "")
  else outgoing.end(json)
  return { outgoing, response }
}
