import { spawn } from "node:child_process"
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HEAP_ENVIRONMENT, HEAP_FLAGS } from "../../../lib/launch/options.mjs"

/**
 * Playwright's global setup: starts Quarterdeck as a person would, with the samples, in a home of its own, but for the heartbeat and embeddings: what the clock
 * does would come between what tests do. Tests find in their
 * environment E2E_PID, E2E_HOME (secrets, owner.token), E2E_OWNER_LINK (it works once) and DATABASE_URL.
 * E2E_LOG names a file that its output is added to.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), "quarterdeck-e2e-"))
  chmodSync(home, 0o711) // as root the database runs as someone else, who must get through
  const port = process.env.E2E_PORT
  const server = spawn(process.execPath, [...HEAP_FLAGS, "lib/launch/start.mjs"], {
    env: {
      ...process.env,
      ...HEAP_ENVIRONMENT,
      DATABASE_URL: "",
      NEXTAUTH_URL: "",
      HOST: "",
      PORT: port,
      QUARTERDECK_HOME: home,
      QUARTERDECK_HEARTBEAT: process.env.E2E_HEARTBEAT ?? "off",
      QUARTERDECK_EMBEDDINGS: process.env.QUARTERDECK_EMBEDDINGS ?? "off", // it would read the samples beside all tests
      QUARTERDECK_WEBHOOK_ALLOW: "127.0.0.0/8",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let printed = ""
  const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()))
  await new Promise<void>((ready, fail) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        printed += chunk
        if (process.env.E2E_LOG) appendFileSync(process.env.E2E_LOG, chunk)
        if (/^Ready on /m.test(printed)) setTimeout(ready, 100) // the link is printed in the same breath
      })
    }
    void gone.then(() => fail(new Error(`Quarterdeck did not start:\n${printed}`)))
  })
  process.env.E2E_HOME = home
  process.env.E2E_PID = String(server.pid)
  process.env.E2E_OWNER_LINK = /http\S+\/welcome\S+/.exec(printed)?.[0] ?? ""
  process.env.DATABASE_URL = readFileSync(join(home, "postgres.url"), "utf8").trim()
  return async () => {
    server.kill("SIGTERM")
    await gone
    rmSync(home, { recursive: true, force: true })
  }
}
