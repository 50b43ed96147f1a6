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
  /** And of alerts. */
  readonly alerts?: readonly { readonly id: string; readonly state: string }[]
  /** And of the coach's syntheses. */
  readonly syntheses?: readonly { readonly id: string; readonly state: string }[]
  /** And of seed plans; `version`: of the plan since. */
  readonly seeds?: readonly { readonly id: string; readonly state: string; readonly version?: number }[]
}

type Listener = (notice: Notice | "lost") => void

const held = globalThis as unknown as {
  quarterdeckListening?: { listeners: Set<Listener>; client: Promise<Client> | null }
}
const listening = (held.quarterdeckListening ??= { listeners: new Set(), client: null })

const AGAIN_MS = 1_000

/**
 * Hears of every change in the deployment, through one connection for the whole process. "lost": the connection hears only from here on,
 * because it is new or was gone for a while; what happened before has to be asked for. Returns how to stop.
 */
export function onNotice(listener: Listener): () => void {
  listening.listeners.add(listener)
  listening.client ??= connect()
  return () => {
    listening.listeners.delete(listener)
    if (listening.listeners.size === 0) void stopListening()
  }
}

/** Resolves once the connection of whoever listens hears. */
export async function isListening(): Promise<void> {
  await listening.client
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: process.env.DATABASE_URL })
  client.on("notification", ({ payload }) => {
    if (payload) tell(JSON.parse(payload) as Notice)
  })
  client.on("error", () => undefined) // "end" follows
  client.on("end", () => again(client))
  try {
    await client.connect()
    await client.query("LISTEN quarterdeck")
    tell("lost")
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
    listening.client = connect()
    await client.end().catch(() => undefined)
  }, AGAIN_MS).unref()
}

/** Ends the hearing of all who listen: the database that they heard of is another from here on. */
export async function stopListening(): Promise<void> {
  listening.listeners.clear()
  const client = listening.client
  listening.client = null
  await (await client)?.end().catch(() => undefined)
}

function tell(notice: Notice | "lost"): void {
  for (const listener of listening.listeners) listener(notice)
}
