import { setTimeout as pause } from "node:timers/promises"

/** Changes often come several at once: an import, a bulk decision. */
const GATHER_MS = 300
const RECONNECT_MS = 5_000

export interface Watching {
  /** The text of a resource as it is now; null where it is gone. Throws where it cannot be read at the moment. */
  readonly read: (uri: string) => Promise<string | null>
  /** Says that a resource has another text than when it was read last. */
  readonly tell: (uri: string) => void
  /** Server-sent events of a team's changes, until the signal. Throws or ends where the line is cut. */
  readonly listen: (team: string, signal: AbortSignal) => Promise<Response>
}

/** Resources that a harness wants to be told of, with the text that each had when it was read last. One line to the server for each team. */
export class Subscriptions {
  private readonly texts = new Map<string, string | null>()
  private readonly lines = new Map<string, AbortController>()

  constructor(private readonly watching: Watching) {}

  add(uri: string, text: string): void {
    this.texts.set(uri, text)
    const team = teamOf(uri)
    if (this.lines.has(team)) return
    const line = new AbortController()
    this.lines.set(team, line)
    void this.follow(team, line.signal)
  }

  remove(uri: string): void {
    this.texts.delete(uri)
    const team = teamOf(uri)
    if (this.ofTeam(team).length > 0) return
    this.lines.get(team)?.abort()
    this.lines.delete(team)
  }

  end(): void {
    for (const line of this.lines.values()) line.abort()
    this.lines.clear()
    this.texts.clear()
  }

  /** Reads every resource of the team anew after each change, and once whenever the line is back. */
  private async follow(team: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const response = await this.watching.listen(team, signal)
        if (!response.ok || !response.body) throw new Error(`changes of ${team}: ${response.status}`)
        for await (const event of eventsOf(response.body)) {
          if (!/^(?:ready|change|lost)$/.test(event)) continue
          if (event !== "ready") await pause(GATHER_MS, undefined, { signal })
          await this.compare(team)
        }
      } catch {
        // Cut off, refused or ended: what changed meanwhile is found when it is back.
      }
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  private async compare(team: string): Promise<void> {
    for (const uri of this.ofTeam(team)) {
      const text = await this.watching.read(uri)
      if (!this.texts.has(uri) || this.texts.get(uri) === text) continue
      this.texts.set(uri, text)
      this.watching.tell(uri)
    }
  }

  private ofTeam(team: string): string[] {
    return [...this.texts.keys()].filter((uri) => teamOf(uri) === team)
  }
}

/** The names of server-sent events, as they come. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let text = ""
  for await (const part of body.pipeThrough(
    new TextDecoderStream() as never,
  ) as unknown as AsyncIterable<string>) {
    text += part
    const events = text.split("\n\n")
    text = events.pop() ?? ""
    for (const event of events) yield /^event: (\w+)$/m.exec(event)?.[1] ?? ""
  }
}

/** "platform" of quarterdeck://platform/ledger/MEMORY.md. */
const teamOf = (uri: string): string => decodeURIComponent(/^quarterdeck:\/\/([^/]+)\//.exec(uri)?.[1] ?? "")
