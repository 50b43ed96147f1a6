import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { InputOf, OutputOf } from "@/lib/http/contract"
import { type CalledOperation, commandRequestOf } from "./command-routes"
import { sendRequest, sendWithRetries } from "./http-client"
import { findLogin } from "./logins"
import { refuse, wrongArguments } from "./exit-codes"

/** The server that a command calls. */
export interface Server {
  readonly url: string
  /** Calls an operation and returns its output. Throws a `CommandError`. */
  readonly call: Call
  /**
   * Calls an operation with an idempotency key, and repeats the call if the connection fails. The call takes
   * effect once.
   */
  readonly callOnce: Call
  /** Returns the access token and its source. Throws if there is no token. */
  key(): Key
}

export type Call = <Name extends CalledOperation>(
  operation: Name,
  input: InputOf<Name>,
) => Promise<OutputOf<Name>>

export interface Key {
  readonly token: string
  readonly from: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the server at QUARTERDECK_URL, else the one on this machine. The token is QUARTERDECK_TOKEN, else
 * the stored login, else the machine's own token.
 */
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

/**
 * Returns the value of an environment variable, or undefined for an unresolved placeholder. Some harnesses
 * pass on the placeholder of an unknown variable unchanged.
 */
const filledIn = (value: string | undefined): string | undefined =>
  value !== undefined && /^(?:\$\{|\$[A-Z]|\{env:)/.test(value) ? undefined : value

/** Returns the server at a URL. `key` is called when a request needs the key. */
export function serverAt(url: string, key: () => Key): Server {
  return {
    url,
    key,
    call: (operation, input) => sendRequest({ url, ...key(), ...commandRequestOf(operation, input) }),
    callOnce: (operation, input) =>
      sendWithRetries({ url, ...key(), ...commandRequestOf(operation, input), key: randomUUID() }),
  }
}

/**
 * Returns a server's URL without slashes at its end. Throws if it is not an http or https URL, or has a query
 * or a fragment.
 */
export function addressIn(given: string, name: string): string {
  const read = URL.canParse(given) ? new URL(given) : null
  if (read === null || !/^https?:$/.test(read.protocol) || read.search !== "" || read.hash !== "")
    throw wrongArguments(
      `${name} is ${JSON.stringify(given)}, which is not a valid address. Use one like http://localhost:3000`,
    )
  return given.replace(/\/+$/, "")
}

function addressOf(env: Environment, home: string): string {
  if (env.QUARTERDECK_URL) return addressIn(env.QUARTERDECK_URL, "QUARTERDECK_URL")
  if (env.PORT && !(/^\d{1,5}$/.test(env.PORT) && Number(env.PORT) < 65_536))
    throw wrongArguments(
      `PORT is ${JSON.stringify(env.PORT)}, which is not a valid port. Use a number from 1 to 65535, or unset PORT`,
    )
  return env.PORT ? `http://127.0.0.1:${env.PORT}` : (noted(home) ?? "http://127.0.0.1:3000")
}

/** Returns the address on which this machine's server last listened, or null. */
function noted(home: string): string | null {
  const text = readText(join(home, "address"))?.trim()
  return text && URL.canParse(text) ? text.replace(/\/+$/, "") : null
}

function keyOf(env: Environment, home: string, url: string): Key {
  if (env.QUARTERDECK_TOKEN) return { token: env.QUARTERDECK_TOKEN.trim(), from: "QUARTERDECK_TOKEN" }
  const login = findLogin(env, url)
  if (login === null) return ownKey(env, home, url)
  // The machine's own token is not used instead, because it may have more rights than the expired login.
  if (login.expiresAt !== null && Date.parse(login.expiresAt) <= Date.now())
    throw refuse(
      "unauthenticated",
      `your login to ${url} expired on ${login.expiresAt.slice(0, 10)}: sign in again with quarterdeck login ${url}, or remove it with quarterdeck logout ${url}`,
    )
  return { token: login.token, from: `quarterdeck login (${login.name})` }
}

/**
 * Returns the machine's own token. Throws if it does not exist. The token has all rights, so it is not sent
 * to another machine unless the user set QUARTERDECK_HOME.
 */
function ownKey(env: Environment, home: string, url: string): Key {
  if (env.QUARTERDECK_URL && !env.QUARTERDECK_HOME && !isThisMachine(url)) {
    throw refuse(
      "unauthenticated",
      `${url} is on another machine: sign in with quarterdeck login ${url}, or set QUARTERDECK_TOKEN to an access token of that server (Settings > Access tokens)`,
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

/** True if two URLs lead to the same server. localhost, 127.0.0.1 and [::1] are the same. */
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
      `${file} cannot be read (${code ?? message}): run this command as the user that runs the server, or set QUARTERDECK_TOKEN`,
    )
  }
}
