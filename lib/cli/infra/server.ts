import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ask, askWithRetries } from "./ask"
import { findLogin } from "./logins"
import { refuse, wrongArguments } from "./refusal"

/** The Quarterdeck that the command talks to. */
export interface Server {
  readonly url: string
  get<T>(path: string, query?: Readonly<Record<string, string | number | undefined>>): Promise<T>
  send<T>(method: "POST" | "PUT" | "PATCH", path: string, body?: unknown): Promise<T>
  /** Sends under a key of its own, and again where the connection is cut: whatever became of the first reply, it takes effect once. */
  sendOnce<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T>
  /** The access token to show there, and where it came from in words. Refuses where there is none. */
  key(): Key
}

export interface Key {
  readonly token: string
  readonly from: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** By QUARTERDECK_URL, else the one that runs on this machine; with QUARTERDECK_TOKEN, else the login that is kept for it, else the machine's own token. */
export function serverOf(given: Environment, root: string, cwd: string): Server {
  const env: Environment = {
    ...given,
    QUARTERDECK_URL: filledIn(given.QUARTERDECK_URL),
    QUARTERDECK_TOKEN: filledIn(given.QUARTERDECK_TOKEN),
  }
  const home = env.QUARTERDECK_HOME ? resolve(cwd, env.QUARTERDECK_HOME) : join(root, ".quarterdeck")
  const url = addressOf(env, home)
  return serverAt(url, () => keyOf(env, home, url))
}

/** What a harness passes on: where its settings name a variable that it does not know, some hand the name over as it stands. */
const filledIn = (value: string | undefined): string | undefined =>
  value !== undefined && /^(?:\$\{|\$[A-Z]|\{env:)/.test(value) ? undefined : value

/** A server by its address, asked with a key that is looked for when it is needed. */
export function serverAt(url: string, key: () => Key): Server {
  return {
    url,
    key,
    get: (path, query = {}) => ask({ url, ...key(), method: "GET", path: `${path}${searchOf(query)}` }),
    send: (method, path, body = {}) => ask({ url, ...key(), method, path, body }),
    sendOnce: (method, path, body) =>
      askWithRetries({
        url,
        ...key(),
        method,
        path,
        body: method === "DELETE" ? undefined : (body ?? {}),
        key: randomUUID(),
      }),
  }
}

/** An address as a person gives it, or why it is none. */
export function addressIn(given: string, name: string): string {
  const read = URL.canParse(given) ? new URL(given) : null
  if (read === null || !/^https?:$/.test(read.protocol) || read.search !== "" || read.hash !== "")
    throw wrongArguments(
      `${name} is ${JSON.stringify(given)}, which is not an address. Use one like http://localhost:3000`,
    )
  return given.replace(/\/+$/, "")
}

function addressOf(env: Environment, home: string): string {
  if (env.QUARTERDECK_URL) return addressIn(env.QUARTERDECK_URL, "QUARTERDECK_URL")
  if (env.PORT && !(/^\d{1,5}$/.test(env.PORT) && Number(env.PORT) < 65_536))
    throw wrongArguments(
      `PORT is ${JSON.stringify(env.PORT)}, which is not a port. Use a number from 1 to 65535, or unset it`,
    )
  return env.PORT ? `http://127.0.0.1:${env.PORT}` : (noted(home) ?? "http://127.0.0.1:3000")
}

/** What the server wrote down of where it listens, whether it runs at present or not; null where none ever did. */
function noted(home: string): string | null {
  const text = readText(join(home, "address"))?.trim()
  return text && URL.canParse(text) ? text.replace(/\/+$/, "") : null
}

function keyOf(env: Environment, home: string, url: string): Key {
  if (env.QUARTERDECK_TOKEN) return { token: env.QUARTERDECK_TOKEN.trim(), from: "QUARTERDECK_TOKEN" }
  const login = findLogin(env, url)
  if (login === null) return ownKey(env, home, url)
  // Never on to the machine's own token: it may do more than the person whose login has ended.
  if (login.expiresAt !== null && Date.parse(login.expiresAt) <= Date.now())
    throw refuse(
      "unauthenticated",
      `your login at ${url} expired on ${login.expiresAt.slice(0, 10)}: sign in again with quarterdeck login ${url}, or remove it with quarterdeck logout ${url}`,
    )
  return { token: login.token, from: `quarterdeck login (${login.name})` }
}

/** The machine's own token opens everything here, so it never goes to another machine unless its home was named on purpose. */
function ownKey(env: Environment, home: string, url: string): Key {
  if (env.QUARTERDECK_URL && !env.QUARTERDECK_HOME && !isThisMachine(url)) {
    throw refuse(
      "unauthenticated",
      `${url} is another machine: sign in with quarterdeck login ${url}, or set QUARTERDECK_TOKEN to an access token of that server (Settings > Access tokens)`,
    )
  }
  const token = readText(join(home, "owner.token"))?.trim()
  if (token) return { token, from: "owner.token in QUARTERDECK_HOME (default: .quarterdeck in the clone)" }
  throw refuse(
    "unauthenticated",
    `no owner.token in ${home}: sign in with quarterdeck login, set QUARTERDECK_TOKEN, or set QUARTERDECK_HOME to the server's data folder`,
  )
}

export function isThisMachine(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** Whether two addresses lead to one server: the names that a machine has for itself are one. */
export const isSameServer = (one: string, other: string): boolean =>
  one === other || plain(one) === plain(other)

function plain(url: string): string {
  if (!URL.canParse(url)) return url
  const read = new URL(url)
  if (["127.0.0.1", "[::1]"].includes(read.hostname)) read.hostname = "localhost"
  return read.href.replace(/\/+$/, "")
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8")
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === "ENOENT" || code === "ENOTDIR") return null
    throw refuse(
      "forbidden",
      `${file} cannot be read (${code ?? message}): run as the server's user, or set QUARTERDECK_TOKEN`,
    )
  }
}

function searchOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}
