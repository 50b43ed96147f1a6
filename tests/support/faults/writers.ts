import { request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { Client } from "pg"
import { FAULTY_AGENTS, PROJECT, type SupervisedServer } from "./supervised-server"

const RETRY_MS = 100

/** Results of the writes of all writers. */
export interface FaultCount {
  readonly acknowledged: number
  /** Acknowledged but not stored. */
  readonly lost: number
  /** Stored more than once. */
  readonly doubled: number
  /** Number of 5xx responses by status. */
  readonly serverErrors: Readonly<Record<number, number>>
  /** Requests without a response: refused or closed connections. */
  readonly unanswered: number
}

/**
 * Writers that each propose one text after another. A text is sent with the same Idempotency-Key until it
 * succeeds, after the Retry-After of each failure.
 */
export class Writers {
  readonly #server: SupervisedServer
  readonly #run = crypto.randomUUID().slice(0, 8)
  readonly #acknowledged = new Set<string>()
  readonly #serverErrors: Record<number, number> = {}
  #unanswered = 0
  #stopped = false
  #writing: Promise<unknown> = Promise.resolve()

  constructor(server: SupervisedServer) {
    this.#server = server
  }

  begin(count: number): this {
    this.#writing = Promise.all(Array.from({ length: count }, (_, writer) => this.#write(writer)))
    return this
  }

  /** Resolves when `more` further writes were acknowledged. */
  async acknowledge(more: number): Promise<void> {
    const until = this.#acknowledged.size + more
    while (this.#acknowledged.size < until) await pause(20)
  }

  /** Waits until every writer has finished its text, then compares acknowledged and stored writes. */
  async end(): Promise<FaultCount> {
    this.#stopped = true
    await this.#writing
    const stored = await this.#storedTexts()
    const unique = new Set(stored)
    return {
      acknowledged: this.#acknowledged.size,
      lost: [...this.#acknowledged].filter((text) => !unique.has(text)).length,
      doubled: stored.length - unique.size,
      serverErrors: this.#serverErrors,
      unanswered: this.#unanswered,
    }
  }

  async #write(writer: number): Promise<void> {
    while (!this.#stopped) {
      const text = `Writer ${this.#run}-${writer} learned fact ${crypto.randomUUID()}`
      for (;;) {
        const status = await this.#propose(`agent-${writer % FAULTY_AGENTS}`, text).catch(() => null)
        if (status === null) this.#unanswered += 1
        else if (status < 300) {
          this.#acknowledged.add(text)
          break
        } else if (status < 500 && status !== 409) throw new Error(`A proposal was refused with ${status}`)
        else if (status >= 500) this.#serverErrors[status] = (this.#serverErrors[status] ?? 0) + 1
        await pause(RETRY_MS)
      }
    }
  }

  #propose(agent: string, content: string): Promise<number> {
    const body = JSON.stringify({ project: PROJECT, agent, content, confidence: 0.8 })
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${this.#server.url}/api/v1/proposals`,
        {
          method: "POST",
          headers: {
            authorization: `Bearer ${this.#server.token}`,
            "content-type": "application/json",
            "content-length": String(Buffer.byteLength(body)),
            "idempotency-key": content,
          },
        },
        (response) => {
          response
            .on("error", reject)
            .on("end", () => resolve(response.statusCode ?? 0))
            .resume()
        },
      )
      outgoing.on("error", reject).end(body)
    })
  }

  async #storedTexts(): Promise<string[]> {
    const client = new Client({ connectionString: this.#server.ownerUrl })
    await client.connect()
    const { rows } = await client
      .query<{ text: string }>("SELECT text FROM proposal WHERE text LIKE $1", [`Writer ${this.#run}-%`])
      .finally(() => client.end())
    return rows.map((one) => one.text)
  }
}
