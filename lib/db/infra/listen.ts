import { Client } from "pg"

/** A notification that `commit` sends. */
export interface Notice {
  readonly number: string
  readonly kind: string
  readonly teamId: string | null
  readonly by: string
  readonly byId: string
  /** Changed proposals with their states. Undefined if the list is too long for a notification. */
  readonly proposals?: readonly { readonly id: string; readonly state: string }[]
  /** Changed conflicts. */
  readonly conflicts?: readonly { readonly id: string; readonly state: string }[]
  /** Changed alerts. */
  readonly alerts?: readonly { readonly id: string; readonly state: string }[]
  /**
   * Changed syntheses with their states. Undefined if there are none, or if the lists are too long for a
   * notification.
   */
  readonly syntheses?: readonly { readonly id: string; readonly state: string }[]
  /** Changed seed plans, with their new version. */
  readonly seeds?: readonly { readonly id: string; readonly state: string; readonly version?: number }[]
}

type Listener = (notice: Notice | "lost") => void

const held = globalThis as unknown as {
  quarterdeckListening?: { listeners: Set<Listener>; client: Promise<Client> | null }
}
const listening = (held.quarterdeckListening ??= { listeners: new Set(), client: null })

const AGAIN_MS = 1_000

/**
 * Calls the listener for every change in the deployment. The whole process uses one connection. "lost" means
 * that earlier changes may be missing, because the connection is new or was interrupted. Returns a function
 * that removes the listener.
 */
export function onNotice(listener: Listener): () => void {
  listening.listeners.add(listener)
  listening.client ??= connect()
  return () => {
    listening.listeners.delete(listener)
    if (listening.listeners.size === 0) void stopListening()
  }
}

/** Resolves when the current attempt to connect and listen has ended. */
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

/** Reconnects after a second, unless there are no listeners. The new connection tells them "lost". */
function again(client: Client): void {
  setTimeout(async () => {
    const current = listening.client
    if (current === null || (await current) !== client) return // stopped, or replaced already
    if (listening.client !== current || listening.listeners.size === 0) return
    listening.client = connect()
    await client.end().catch(() => undefined)
  }, AGAIN_MS).unref()
}

/** Removes all listeners and closes the connection, before the database changes. */
export async function stopListening(): Promise<void> {
  listening.listeners.clear()
  const client = listening.client
  listening.client = null
  await (await client)?.end().catch(() => undefined)
}

function tell(notice: Notice | "lost"): void {
  for (const listener of listening.listeners) listener(notice)
}
