import { Readable } from "node:stream"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { GET as answerLive } from "@/app/api/live/route"
import { beginDevice, takeToken } from "@/lib/api/device-login"
import { answerMcp } from "@/lib/api/mcp/mcp-endpoint"
import { answerRest } from "@/lib/api/rest"

export interface HttpDoor {
  readonly url: string
  /** The requests so far, for example "PUT /imports/…/files". */
  readonly asked: string[]
  close(): Promise<void>
}

/** The HTTP API without pages, on a free port unless one is given. */
export async function openHttpDoor(port = 0): Promise<HttpDoor> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    pass(request, response, asked).catch((cause: unknown) => {
      response.destroy()
      if (!request.destroyed) throw cause // Otherwise the client has closed the connection.
    })
  })
  // Same as lib/launch/http-server.mjs: with Node's default of 5 seconds, a busy client could write to a closing
  // connection.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const HANDLERS: ReadonlyMap<string, (request: Request) => Promise<Response>> = new Map([
  ["/api/mcp", answerMcp],
  ["/api/device", beginDevice],
  ["/api/device/token", takeToken],
])

async function pass(request: IncomingMessage, response: ServerResponse, asked: string[]): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1")
  const path = url.pathname
    .replace(/^\/api\/v1\//, "")
    .split("/")
    .map(decodeURIComponent)
  asked.push(`${request.method} /${path.join("/")}`)
  const body = await buffer(request)
  const gone = new AbortController()
  response.once("close", () => gone.abort())
  const asRequest = new Request(url, {
    method: request.method ?? "GET",
    signal: gone.signal,
    headers: request.headers as Record<string, string>,
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  })
  if (url.pathname === "/api/live") {
    const live = await answerLive(asRequest)
    response.writeHead(live.status, Object.fromEntries(live.headers))
    if (live.body)
      Readable.fromWeb(live.body as never)
        .on("error", () => undefined)
        .pipe(response)
    return
  }
  const handle: (one: Request) => Promise<Response> =
    HANDLERS.get(url.pathname) ?? ((one: Request) => answerRest(one, path))
  const answered = await handle(asRequest)
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(Buffer.from(await answered.arrayBuffer()))
}
