import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { EXIT, refuse, Stop } from "./refusal"

/** The Quarterdeck that the command talks to. */
export interface Server {
  readonly url: string
  get<T>(path: string, query?: Readonly<Record<string, string | number | undefined>>): Promise<T>
  send<T>(method: "POST" | "PUT" | "PATCH", path: string, body?: unknown): Promise<T>
}

type Environment = Readonly<Record<string, string | undefined>>

/** By QUARTERDECK_URL and QUARTERDECK_TOKEN, else the one that runs on this machine and its own token. */
export function serverOf(env: Environment, root: string, cwd: string): Server {
  const home = env.QUARTERDECK_HOME ? resolve(cwd, env.QUARTERDECK_HOME) : join(root, ".quarterdeck")
  const url = addressOf(env, home)
  const token = () => tokenOf(env, home, url)
  return {
    url,
    get: (path, query = {}) => ask(url, token(), "GET", `${path}${searchOf(query)}`),
    send: (method, path, body = {}) => ask(url, token(), method, path, body),
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

async function ask<T>(url: string, token: string, method: string, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) }
  const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }).catch((cause: unknown) => {
    throw outOfReach(url, reasonOf(cause), cause)
  })
  const text = await response.text().catch((cause: unknown) => {
    throw outOfReach(url, reasonOf(cause), cause)
  })
  const answer = jsonOf(text)
  if (response.ok && answer !== null) return answer as T
  const said = (answer ?? {}) as { title?: string; detail?: string; reason?: string }
  const message = said.detail ?? said.reason
  if (response.status === 401) throw refuse("unauthenticated", `${message ?? "the access token is not taken"}. It came from ${process.env.QUARTERDECK_TOKEN ? "QUARTERDECK_TOKEN" : "owner.token in QUARTERDECK_HOME (.quarterdeck of the clone unless set)"}`)
  if (response.status === 503 || response.status === 502 || response.status === 504) throw outOfReach(url, message ?? `it answers ${response.status}`)
  if (answer === null || said.title === undefined) throw outOfReach(url, `it answers ${response.status} and not as Quarterdeck does`)
  if (response.status >= 500) throw new Stop(EXIT.outOfReach, "unavailable", message ?? `the server answers ${response.status}`)
  throw refuse(said.title, message ?? `the server answers ${response.status}`)
}

export function isOutOfReach(cause: unknown): boolean {
  return cause instanceof Stop && cause.exit === EXIT.outOfReach
}

function outOfReach(url: string, why: string, cause?: unknown): Stop {
  return new Stop(EXIT.outOfReach, "unavailable", `Quarterdeck at ${url} is out of reach (${why}): start it with npm start, or set QUARTERDECK_URL`, {}, { cause })
}

function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: NodeJS.ErrnoException }).cause
  if (inner?.code === "ECONNREFUSED") return "nothing listens there"
  return inner?.message || inner?.code || (cause as Error).message
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a page of something else than Quarterdeck
  }
}

function searchOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}
