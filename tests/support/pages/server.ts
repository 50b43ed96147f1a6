import { spawn } from "node:child_process"
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HEAP_ENVIRONMENT, HEAP_FLAGS } from "../../../lib/launch/options.mjs"

/**
 * Playwright's global setup: starts Quarterdeck with the samples in a temporary home. Heartbeat and
 * embeddings are off, because timed work would interfere with tests. Sets the environment variables E2E_PID,
 * E2E_HOME (secrets, owner.token), E2E_OWNER_LINK (valid once) and DATABASE_URL. E2E_LOG names a file to
 * which its output is appended.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), "quarterdeck-e2e-"))
  chmodSync(home, 0o711) // As root, the database runs as another user, who needs access.
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
      // The model would process the samples during the tests.
      QUARTERDECK_EMBEDDINGS: process.env.QUARTERDECK_EMBEDDINGS ?? "off",
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
        if (/^Ready on /m.test(printed)) setTimeout(ready, 100) // The link is printed right after this line.
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
