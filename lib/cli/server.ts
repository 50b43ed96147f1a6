import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ask, askUntilReached } from "./ask"
import { refuse } from "./refusal"

/** The Quarterdeck that the command talks to. */
export interface Server {
  readonly url: string
  get<T>(path: string, query?: Readonly<Record<string, string | number | undefined>>): Promise<T>
  send<T>(method: "POST" | "PUT" | "PATCH", path: string, body?: unknown): Promise<T>
  /** Sends under a key of its own, and again where the connection is cut: whatever became of the first reply, it takes effect once. */
  sendOnce<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T>
}

type Environment = Readonly<Record<string, string | undefined>>

/** By QUARTERDECK_URL and QUARTERDECK_TOKEN, else the one that runs on this machine and its own token. */
export function serverOf(env: Environment, root: string, cwd: string): Server {
  const home = env.QUARTERDECK_HOME ? resolve(cwd, env.QUARTERDECK_HOME) : join(root, ".quarterdeck")
  const url = addressOf(env, home)
  const token = () => tokenOf(env, home, url)
  return {
    url,
    get: (path, query = {}) => ask({ url, token: token(), method: "GET", path: `${path}${searchOf(query)}` }),
    send: (method, path, body = {}) => ask({ url, token: token(), method, path, body }),
    sendOnce: (method, path, body) => askUntilReached({ url, token: token(), method, path, body: method === "DELETE" ? undefined : (body ?? {}), key: randomUUID() }),
  }
}

function addressOf(env: Environment, home: string): string {
  const given = env.QUARTERDECK_URL
  if (!given) return env.PORT ? `http://127.0.0.1:${env.PORT}` : (addressIn(home) ?? "http://127.0.0.1:3000")
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) throw refuse("invalid", `QUARTERDECK_URL is ${JSON.stringify(given)}, which is no address: set it to one like http://localhost:3000`)
  return given.replace(/\/+$/, "")
}

/** What the running server wrote down of where it listens; null where none did. */
function addressIn(home: string): string | null {
  const text = readText(join(home, "address"))?.trim()
  return text && URL.canParse(text) ? text.replace(/\/+$/, "") : null
}

/** The machine's own token opens everything here, so it never goes to another machine unless its home was named on purpose. */
function tokenOf(env: Environment, home: string, url: string): string {
  if (env.QUARTERDECK_TOKEN) return env.QUARTERDECK_TOKEN.trim()
  if (env.QUARTERDECK_URL && !env.QUARTERDECK_HOME && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)) {
    throw refuse("unauthenticated", `${url} is another machine: set QUARTERDECK_TOKEN to an access token made there (Settings, Access tokens)`)
  }
  const token = readText(join(home, "owner.token"))?.trim()
  if (token) return token
  throw refuse("unauthenticated", `there is no owner.token in ${home}, where a start on this machine leaves it: set QUARTERDECK_TOKEN, or QUARTERDECK_HOME to the server's own`)
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8")
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === "ENOENT" || code === "ENOTDIR") return null
    throw refuse("forbidden", `${file} cannot be read (${code ?? message}): run this as the user that the server runs as, or set QUARTERDECK_TOKEN`)
  }
}

function searchOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}
