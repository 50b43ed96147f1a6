import { Client } from "pg"

/** What `commit` tells of a change. */
export interface Notice {
  readonly number: string
  readonly kind: string
  readonly teamId: string | null
  readonly by: string
  readonly byId: string
  /** Proposals that it concerns and the state each is in now; left out where there are very many. */
  readonly proposals?: readonly { readonly id: string; readonly state: string }[]
  /** The same of conflicts. */
  readonly conflicts?: readonly { readonly id: string; readonly state: string }[]
}

type Listener = (notice: Notice | "lost") => void

const held = globalThis as unknown as { quarterdeckListening?: { listeners: Set<Listener>; client: Promise<Client> | null } }
const listening = (held.quarterdeckListening ??= { listeners: new Set(), client: null })

const AGAIN_MS = 1_000

/**
 * Hears of every change in the deployment, through one connection for the whole process. "lost": the connection was gone for a while,
 * and what happened meanwhile has to be asked for. Returns how to stop.
 */
export function onNotice(listener: Listener): () => void {
  listening.listeners.add(listener)
  listening.client ??= connect()
  return () => {
    listening.listeners.delete(listener)
    if (listening.listeners.size === 0) void hangUp()
  }
}

async function connect({ anew = false } = {}): Promise<Client> {
  const client = new Client({ connectionString: process.env.DATABASE_URL })
  client.on("notification", ({ payload }) => {
    if (payload) tell(JSON.parse(payload) as Notice)
  })
  client.on("error", () => undefined) // "end" follows
  client.on("end", () => again(client))
  try {
    await client.connect()
    await client.query("LISTEN quarterdeck")
    if (anew) tell("lost")
  } catch {
    again(client)
  }
  return client
}

/** The connection is gone: another one is made as long as somebody listens, and once it hears, all are told that something may be missing. */
function again(client: Client): void {
  setTimeout(async () => {
    const current = listening.client
    if (current === null || (await current) !== client) return // hung up, or replaced already
    if (listening.client !== current || listening.listeners.size === 0) return
    listening.client = connect({ anew: true })
    await client.end().catch(() => undefined)
  }, AGAIN_MS).unref()
}

async function hangUp(): Promise<void> {
  const client = listening.client
  listening.client = null
  await (await client)?.end().catch(() => undefined)
}

function tell(notice: Notice | "lost"): void {
  for (const listener of listening.listeners) listener(notice)
}
