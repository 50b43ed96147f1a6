import { ownValue } from "@/lib/memory/text/own-value"
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { refuse } from "./exit-codes"

/** An access token that `quarterdeck login` stores for one server. */
export interface Login {
  readonly token: string
  /** ID of a person's login. Null for an access token from standard input. */
  readonly id: string | null
  readonly name: string
  readonly expiresAt: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

export function loginsFile(env: Environment): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "quarterdeck", "logins.json")
}

/**
 * Returns the login for exactly this server, or null. Another port, host name or scheme is another server.
 */
export function findLogin(env: Environment, url: string): Login | null {
  return ownValue(readLogins(env), serverName(url)) ?? null
}

export function keepLogin(env: Environment, url: string, login: Login): void {
  write(env, { ...readLogins(env), [serverName(url)]: login })
}

export function forgetLogin(env: Environment, url: string): void {
  const { [serverName(url)]: _, ...rest } = readLogins(env)
  write(env, rest)
}

/** Returns the normalized URL of a server: "http://localhost:3000". */
function serverName(url: string): string {
  return new URL(url).href.replace(/\/+$/, "")
}

function readLogins(env: Environment): Readonly<Record<string, Login>> {
  const file = loginsFile(env)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return {}
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw refuse(
      "forbidden",
      `${file} contains logins that other users on this machine can read: run chmod 600 ${file}, or delete the file and sign in again`,
    )
  try {
    return loginsIn(JSON.parse(readFileSync(file, "utf8")))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw refuse(
      "invalid",
      code
        ? `${file} cannot be read (${code}): check its permissions`
        : `${file} is not a valid login file: delete it and sign in again`,
    )
  }
}

/**
 * Returns the logins in the parsed file. Validated without a schema library, because hooks also read this
 * file and loading the library would delay the session.
 */
function loginsIn(value: unknown): Readonly<Record<string, Login>> {
  const { logins } = value as { logins: Record<string, Login> }
  const isLogin = ({ token, id, name, expiresAt }: Login) =>
    typeof token === "string" &&
    token !== "" &&
    typeof name === "string" &&
    [id, expiresAt].every((one) => one === null || typeof one === "string")
  if (typeof logins !== "object" || Object.values(logins).some((one) => !isLogin(one)))
    throw new TypeError("not a login file")
  return logins
}

/** Writes the file atomically, readable only by the user. */
function write(env: Environment, logins: Readonly<Record<string, Login>>): void {
  const file = loginsFile(env)
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    rmSync(draft, { force: true })
    writeFileSync(draft, `${JSON.stringify({ logins }, null, 2)}\n`, { mode: 0o600, flag: "wx" })
    chmodSync(draft, 0o600)
    renameSync(draft, file)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw refuse(
      "forbidden",
      `${file} cannot be written (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}). Set XDG_CONFIG_HOME to a writable folder`,
    )
  }
}
