import { setTimeout as pause } from "node:timers/promises"

/**
 * Milliseconds during which changes are collected, because an import or a bulk decision causes several at
 * once.
 */
const GATHER_MS = 300
const RECONNECT_MS = 5_000

export interface Watching {
  /** Returns the current text of a resource, null if it does not exist. Throws if it cannot be read. */
  readonly read: (uri: string) => Promise<string | null>
  /** Called when a resource has changed. */
  readonly tell: (uri: string) => void
  /** Returns the event stream of a team's changes. Throws or ends if the connection fails. */
  readonly listen: (team: string, signal: AbortSignal) => Promise<Response>
}

/**
 * Resources that a harness subscribed to, with their last text. Uses one connection to the server for each
 * team.
 */
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

  /**
   * Reads all subscribed resources of the team after each change and each reconnect, until `signal` aborts.
   */
  private async follow(team: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const response = await this.watching.listen(team, signal)
        if (!response.ok || !response.body) throw new Error(`changes in ${team}: ${response.status}`)
        for await (const event of eventsOf(response.body)) {
          if (!/^(?:ready|change|lost)$/.test(event)) continue
          if (event !== "ready") await pause(GATHER_MS, undefined, { signal })
          await this.compare(team)
        }
      } catch {
        // Disconnected, rejected or ended: changes are found after the reconnect.
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

/** Yields the names of server-sent events from a stream. */
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

/**
 * Returns the team in a resource URI: "platform" for quarterdeck://platform/ledger/MEMORY.md. "" if there is
 * none.
 */
const teamOf = (uri: string): string => decodeURIComponent(/^quarterdeck:\/\/([^/]+)\//.exec(uri)?.[1] ?? "")
