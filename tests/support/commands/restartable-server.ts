import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { Client } from "pg"
import { vi } from "vitest"
import { freePort } from "@/lib/db/embedded/postmaster"
import { bundleForTests } from "../isolated/bundles"

/**
 * A server in a process of its own, on the database of the test. Its URL stays the same when it is killed and
 * restarted.
 */
export class RestartableServer {
  url = ""
  /** Kills the server once, after it has handled a request with a matching path and before it answers. */
  diesAfter: RegExp | null = null
  #child: ChildProcess | null = null
  #program = ""
  #port = 0
  #line: Server | null = null

  async open(): Promise<this> {
    this.#program = await bundleForTests("tests/support/commands/door-child.ts")
    this.#port = await freePort()
    const line = createServer(
      (request, response) => void this.#pass(request, response).catch(() => request.socket.destroy()),
    )
    await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve))
    this.#line = line
    this.url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`
    await this.start()
    return this
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.#program, String(this.#port)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: process.env,
    })
    this.#child = child
    await Promise.race([
      once(child.stdout as NodeJS.ReadableStream, "data"),
      once(child, "exit").then(() => Promise.reject(new Error("the server did not start"))),
    ])
  }

  /** Kills the server with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, "exit")
    child.kill("SIGKILL")
    await gone
  }

  /** Kills the server inside a transaction that writes to a table, and restarts it after the rollback. */
  async killWriting(table: "agent_write" | "proposal", write: () => Promise<unknown>): Promise<void> {
    const holder = new Client({ connectionString: process.env.DATABASE_URL })
    await holder.connect()
    try {
      await holder.query("BEGIN")
      await holder.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`)
      const written = write()
      const waits = async () => {
        const { rows } = await holder.query(
          "SELECT 1 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        )
        if (rows.length === 0) throw new Error(`nobody writes to ${table}`)
      }
      await vi.waitFor(waits, { timeout: 60_000, interval: 20 })
      await this.kill()
      await written
      await holder.query("ROLLBACK")
    } finally {
      await holder.end()
    }
    await this.start()
  }

  async close(): Promise<void> {
    await this.kill()
    this.#line?.closeAllConnections()
    await new Promise((resolve) => this.#line?.close(resolve))
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {
      authorization,
      "idempotency-key": key,
      "content-type": type,
      accept,
    } = request.headers as Record<string, string>
    const headers = {
      authorization: authorization ?? "",
      accept: accept ?? "*/*",
      ...(key ? { "idempotency-key": key } : {}),
      ...(type ? { "content-type": type } : {}),
    }
    const body = await buffer(request)
    const answered = await fetch(`http://127.0.0.1:${this.#port}${request.url}`, {
      method: request.method ?? "GET",
      headers,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    })
    const text = Buffer.from(await answered.arrayBuffer())
    if (this.diesAfter?.test(request.url ?? "")) {
      this.diesAfter = null
      await this.kill()
      return void request.socket.destroy()
    }
    response
      .writeHead(answered.status, { "content-type": answered.headers.get("content-type") ?? "" })
      .end(text)
  }
}
