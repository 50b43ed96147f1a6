import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { takeLock } from "../files/lock.mjs"
import { Refusal } from "./refusal.mjs"

/** Makes the home where it is missing, and takes it for this process alone. */
export function enterHome(home) {
  try {
    // As root the database runs as another user, who must be able to pass through; every secret in here is 0600 itself.
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
 * The secrets of this home, made on the first start and readable by their owner alone. The access token in `owner.token` lets
 * the command line on this machine act as the owner.
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
 * Writes down where the server listens, for the command line on this machine. It stays when the server stops: what hooks have to
 * say meanwhile waits for this address. Whether a server runs, the lock says.
 */
export function noteAddress({ home, host, port }) {
  const everywhere = host === "0.0.0.0" || host === "::"
  writeFileSync(
    join(home, "address"),
    `http://${everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}\n`,
  )
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (cause) {
    throw new Refusal(
      `${file} is not valid JSON (${cause.message}). Restore it, or delete it to create new secrets. New secrets sign everyone out`,
      { cause },
    )
  }
}

/** Whole or not at all: a secret that was half written would lock everybody out. */
function writeSecret(file, text) {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
