import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { takeLock } from "../files/lock.mjs"
import { Refusal } from "./refusal.mjs"

/**
 * Creates the home folder if it is missing, and returns its lock. Throws a Refusal if another process has the
 * lock, or if the folder cannot be used.
 */
export function enterHome(home) {
  try {
    // As root, the database runs as another user, who needs access to this folder. Every secret in it has mode 0600.
    mkdirSync(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    const lock = takeLock(join(home, "lock"))
    if (!lock.holder) return lock
    throw new Refusal(
      `Quarterdeck is already running in ${home} (process ${lock.holder.pid}, since ${lock.holder.since}). Stop it, or set QUARTERDECK_HOME to another folder`,
    )
  } catch (cause) {
    if (cause instanceof Refusal || cause.code === "ENOSPC") throw cause
    throw new Refusal(`Cannot use ${home} (${cause.message}). Set QUARTERDECK_HOME to a writable folder`, {
      cause,
    })
  }
}

/**
 * Returns the secrets of this home, and `fresh`: true if the access token is new. They are created on the
 * first start, and only their owner can read them. The access token in `owner.token` lets the command line on
 * this machine act as the owner.
 */
export function readSecrets(home) {
  const file = join(home, "secrets.json")
  const kept = existsSync(file) ? readJson(file) : {}
  const secrets = { NEXTAUTH_SECRET: randomBytes(32).toString("base64url"), ...kept }
  if (!kept.NEXTAUTH_SECRET) writeSecret(file, `${JSON.stringify(secrets, null, 2)}\n`)
  const token = join(home, "owner.token")
  const fresh = !existsSync(token)
  if (fresh) writeSecret(token, `qd_${randomBytes(32).toString("base64url")}\n`)
  for (const path of [file, token]) chmodSync(path, 0o600)
  return { secrets, fresh }
}

/**
 * Writes the address of the server for the command line on this machine. The file stays when the server stops, because hooks queue their
 * requests for this address. The lock shows if a server is running.
 */
export function noteAddress({ home, host, port }) {
  writeFileSync(join(home, "address"), `${localAddress({ host, port })}\n`)
}

function localAddress({ host, port }) {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (cause) {
    throw new Refusal(
      `${file} is not valid JSON (${cause.message}). Restore it, or delete it to create new secrets, which signs everyone out`,
      { cause },
    )
  }
}

/** Writes a file atomically, because half a secret would lock everyone out. */
function writeSecret(file, text) {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
