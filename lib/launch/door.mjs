import { createServer } from "node:http"
import { Refusal } from "./refusal.mjs"

/**
 * Listens at once, so that a taken port is known before anything is built. Until `open` gives the door its handlers, it
 * answers 503 and says what the start is doing. Whoever is behind it reads in X-Forwarded-For one address, that of whoever asks.
 */
export async function holdDoor({ host, port, trustedProxies = 0 }) {
  let handle = (request, response) => answerStarting(request, response)
  let upgrade = (_request, socket) => socket.destroy()
  const server = createServer((request, response) => {
    request.headers["x-forwarded-for"] = clientAddress(
      request.headers["x-forwarded-for"],
      request.socket.remoteAddress,
      trustedProxies,
    )
    void handle(request, response)
  })
  server.on("upgrade", (request, socket, head) => void upgrade(request, socket, head))
  await new Promise((resolve, reject) => {
    server.once("error", (cause) => reject(new Refusal(explain(cause, host, port), { cause })))
    server.listen(port, host, resolve)
  })
  return {
    open(handlers) {
      handle = handlers.handle
      upgrade = handlers.upgrade
    },
    /** Lets requests finish for two seconds, then cuts them. */
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), 2_000)
      await closed
      clearTimeout(cut)
    },
  }
}

/**
 * Where a request comes from: what the first of so many proxies of ours saw, which stand behind each other and each add whom they
 * saw. Everything before that can be made up, all of it where there is no proxy.
 */
export function clientAddress(forwarded, socketAddress, trustedProxies) {
  const seen = [...(forwarded ?? "").split(","), socketAddress ?? ""]
    .map((one) => one.trim().replace(/^::ffff:(?=\d+\.)/i, ""))
    .filter(Boolean)
  return seen[Math.max(0, seen.length - 1 - trustedProxies)] ?? "unknown"
}

function answerStarting(request, response) {
  const health = request.url?.startsWith("/api/")
  response.writeHead(503, {
    "content-type": health ? "application/json" : "text/plain; charset=utf-8",
    "retry-after": "5",
    "cache-control": "no-store",
  })
  response.end(
    health
      ? JSON.stringify({ status: "starting", reason: "Quarterdeck is starting" })
      : "Quarterdeck is starting. Try again in a moment.\n",
  )
}

function explain(cause, host, port) {
  if (cause.code === "EADDRINUSE")
    return `Port ${port} on ${host} is taken by another program: stop it, or set PORT to another one, as in PORT=${port + 1} npm start`
  if (cause.code === "EACCES") return `Port ${port} may not be used by this user: set PORT to one above 1023`
  if (cause.code === "EADDRNOTAVAIL" || cause.code === "ENOTFOUND")
    return `HOST is "${host}", which is no address of this machine: set it to 127.0.0.1, or to 0.0.0.0 for every address`
  return `Port ${port} on ${host} cannot be used: ${cause.message}`
}
