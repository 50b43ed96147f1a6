import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "@/lib/db/embedded/postmaster"

/** The project the server starts with. Its agents are agent-0, agent-1 and so on. */
export const PROJECT = "faults"
export const FAULTY_AGENTS = 16

/**
 * Quarterdeck started like `npm start`, with an embedded database in a home of its own and one small project.
 */
export class SupervisedServer {
  readonly home: string
  readonly #environment: Readonly<Record<string, string>>
  readonly #memory = mkdtempSync(join(tmpdir(), "quarterdeck-faults-memory-"))
  #port = 0
  #child: ChildProcess | null = null
  #printed = ""

  /** `home`: an existing folder, for example on a small file system. Default: a temporary folder. */
  constructor({
    home,
    environment = {},
  }: { home?: string; environment?: Readonly<Record<string, string>> } = {}) {
    this.home = home ?? mkdtempSync(join(tmpdir(), "quarterdeck-faults-"))
    chmodSync(this.home, 0o711) // As root, the database runs as another user.
    this.#environment = environment
    for (let agent = 0; agent < FAULTY_AGENTS; agent += 1) {
      const folder = join(this.#memory, ".kaizen", "agents", `agent-${agent}`)
      mkdirSync(folder, { recursive: true })
      writeFileSync(
        join(folder, "memory.md"),
        `---\nagent: agent-${agent}\nproject: ${PROJECT}\n---\n\n## Accumulated Findings\n\n- [2026-01-02] Tests never sleep\n`,
      )
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get token(): string {
    return readFileSync(join(this.home, "owner.token"), "utf8").trim()
  }

  get databaseUrl(): string {
    return readFileSync(join(this.home, "postgres.url"), "utf8").trim()
  }

  get ownerUrl(): string {
    return readFileSync(join(this.home, "postgres.owner.url"), "utf8").trim()
  }

  get printed(): string {
    return this.#printed
  }

  /** PID of the serving process, a child of the supervisor. */
  get serverPid(): number {
    return (JSON.parse(readFileSync(join(this.home, "lock"), "utf8")) as { pid: number }).pid
  }

  get supervisorPid(): number {
    return this.#child?.pid ?? 0
  }

  get postmasterPid(): number {
    return Number(readFileSync(join(this.dataFolder, "postmaster.pid"), "utf8").split("\n")[0])
  }

  get dataFolder(): string {
    const pointer = join(this.home, "postgres.at")
    const folder = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : join(this.home, "postgres")
    return join(folder, "data")
  }

  /** Starts the server and waits until it serves pages. */
  async start(): Promise<void> {
    this.#port ||= await freePort()
    this.#printed = ""
    const child = spawn(
      process.execPath,
      ["lib/launch/supervise.mjs", "--no-samples", "--import", this.#memory, "--project", PROJECT],
      {
        env: {
          ...process.env,
          DATABASE_URL: "",
          DATABASE_OWNER_URL: "",
          NEXTAUTH_URL: "",
          HOST: "",
          PORT: String(this.#port),
          QUARTERDECK_HOME: this.home,
          QUARTERDECK_HEARTBEAT: "off",
          QUARTERDECK_RATE_LIMIT: "0",
          ...this.#environment,
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    )
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (this.#printed += chunk))
    await this.readyAgain(0)
  }

  /** Resolves when the server has reported more than `times` times that it is ready. */
  async readyAgain(times: number): Promise<void> {
    const child = this.#child
    while (this.readyCount <= times) {
      if (child === null || child.exitCode !== null || child.signalCode !== null)
        throw new Error(`Quarterdeck ended:\n${this.#printed}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  get readyCount(): number {
    return this.#printed.match(/^Ready on /gm)?.length ?? 0
  }

  /** Sends a signal to the supervisor and returns its exit code. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const gone = once(child, "exit")
    child.kill(signal)
    const [code] = (await gone) as [number | null]
    return code
  }

  /** Stops the server and deletes its home. */
  async remove(): Promise<void> {
    await this.stop()
    for (const folder of [this.home, this.#memory]) rmSync(folder, { recursive: true, force: true })
  }
}
