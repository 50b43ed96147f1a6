import { AsyncLocalStorage } from "node:async_hooks"
import { createServer } from "node:http"
import { Refusal } from "./refusal.mjs"

/** The HTTP server and the pages are bundled separately. lib/api/page-unavailable.ts finds the request under the same symbol. */
const requests = (globalThis[Symbol.for("quarterdeck.requests")] ??= new AsyncLocalStorage())

/** Milliseconds until a browser opens its event stream again after the server restarts. */
const STREAM_RETRY_MS = 2_000

/**
 * Starts the HTTP server and returns the functions that control it. It listens at once, so that a used port
 * is reported before anything is built. It answers 503 "starting" until `open`, and 503 "stopping" after
 * `drain`. `/api/health/live` is always 200. X-Forwarded-For is reduced to the client's address. Throws a
 * Refusal if it cannot listen.
 */
export async function holdDoor({ host, port, trustedProxies = 0, keepAliveSeconds = 75 }) {
  const open = new Set()
  let handlers = null
  let draining = false

  const server = createServer((request, response) => {
    if (isOverTls(request.headers["x-forwarded-proto"], trustedProxies))
      response.setHeader("strict-transport-security", "max-age=31536000")
    if (request.url?.split("?")[0] === "/api/health/live") return answerJson(response, 200, { status: "ok" })
    if (draining) return answerStopping(request, response)
    if (!handlers) return answerStarting(request, response)
    request.headers["x-forwarded-for"] = clientAddress(
      request.headers["x-forwarded-for"],
      request.socket.remoteAddress,
      trustedProxies,
    )
    open.add(response)
    response.once("close", () => open.delete(response))
    const state = {}
    answerUnavailableInsteadOf500(response, state)
    requests.run(state, () => void handlers.handle(request, response))
  })
  server.on("upgrade", (request, socket, head) =>
    handlers && !draining ? void handlers.upgrade(request, socket, head) : socket.destroy(),
  )
  // Longer than the proxy's own timeout, so that the proxy never uses a connection that is closing here.
  server.keepAliveTimeout = keepAliveSeconds * 1_000
  server.headersTimeout = server.keepAliveTimeout + 5_000
  await new Promise((resolve, reject) => {
    server.once("error", (cause) => reject(new Refusal(explain(cause, host, port), { cause })))
    server.listen(port, host, resolve)
  })

  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return {
    open(given) {
      handlers = given
    },
    /**
     * Answers new requests with 503 and Connection: close, ends event streams with a retry hint, and resolves when all requests
     * are answered, at the latest after `seconds`. Returns the number of interrupted requests.
     */
    async drain(seconds) {
      draining = true
      for (const response of open) {
        if (isEventStream(response)) response.end(`retry: ${STREAM_RETRY_MS}\n\n`)
        else if (!response.headersSent) response.setHeader("connection", "close")
      }
      let waiting
      const late = new Promise((resolve) => (waiting = setTimeout(resolve, seconds * 1_000)))
      const answered = Promise.all(
        [...open].map((response) => new Promise((done) => response.once("close", done))),
      )
      await Promise.race([answered, late])
      clearTimeout(waiting)
      return open.size
    },
    close,
  }
}

const isEventStream = (response) => String(response.getHeader("content-type")).startsWith("text/event-stream")

/** Replaces Next's 500 by 503 if the database was unavailable, so that clients and proxies retry. */
function answerUnavailableInsteadOf500(response, state) {
  const { writeHead } = response
  response.writeHead = function (status, ...rest) {
    if (status !== 500 || state.retryAfter === undefined) return writeHead.call(this, status, ...rest)
    this.setHeader("retry-after", String(state.retryAfter))
    return writeHead.call(this, 503, ...rest)
  }
}

/**
 * Returns the address of the client: the first one that the trusted proxies saw. Each proxy appends the address that it saw, so
 * everything before those can be forged, and without a proxy all of it.
 */
export function clientAddress(forwarded, socketAddress, trustedProxies) {
  const seen = [...(forwarded ?? "").split(","), socketAddress ?? ""]
    .map((one) => one.trim().replace(/^::ffff:(?=\d+\.)/i, ""))
    .filter(Boolean)
  return seen[Math.max(0, seen.length - 1 - trustedProxies)] ?? "unknown"
}

/**
 * True if browsers use TLS: NEXTAUTH_URL is https, or our first proxy says so. Without a proxy of ours, X-Forwarded-Proto is
 * ignored, because it may be forged.
 */
export function isOverTls(forwardedProto, trustedProxies, address = process.env.NEXTAUTH_URL ?? "") {
  if (address.startsWith("https:")) return true
  const schemes = (forwardedProto ?? "").split(",").map((one) => one.trim().toLowerCase())
  return trustedProxies > 0 && schemes.at(-Math.min(trustedProxies, schemes.length)) === "https"
}

function answerStarting(request, response) {
  answer503(request, response, "starting", "Quarterdeck is starting")
}

function answerStopping(request, response) {
  response.setHeader("connection", "close")
  answer503(request, response, "stopping", "Quarterdeck is shutting down")
}

function answer503(request, response, status, reason) {
  response.setHeader("retry-after", "5")
  if (!request.url?.startsWith("/api/")) {
    response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
    return response.end(`${reason}. Try again in a moment.\n`)
  }
  if (request.url.startsWith("/api/health")) return answerJson(response, 503, { status, reason })
  answerJson(
    response,
    503,
    {
      type: "/docs/api#unavailable",
      title: "unavailable",
      status: 503,
      detail: `${reason}. Nothing was changed. Try again in a moment.`,
    },
    "application/problem+json",
  )
}

function answerJson(response, status, body, type = "application/json") {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" })
  response.end(JSON.stringify(body))
}

function explain(cause, host, port) {
  if (cause.code === "EADDRINUSE")
    return `Port ${port} on ${host} is already in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`
  if (cause.code === "EACCES")
    return `This user does not have permission to use port ${port}. Set PORT to a number above 1023`
  if (cause.code === "EADDRNOTAVAIL" || cause.code === "ENOTFOUND")
    return `HOST is "${host}", which is not an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 for all addresses`
  return `Port ${port} on ${host} cannot be used: ${cause.message}. Set PORT or HOST to a different value`
}
