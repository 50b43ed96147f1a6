import { execFileSync, spawnSync } from "node:child_process"

/** The user that runs PostgreSQL if the current process is root. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** Environment of the server: no secrets, and no PG… variables of other databases. */
export const BARE_ENVIRONMENT = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  LC_ALL: "C",
  TZ: "UTC",
}

const OWN_USER = "quarterdeck"

/**
 * Returns the user that runs PostgreSQL, which refuses to run as root. Null if the current process is not
 * root. Uses an existing suitable user, else creates a system user. Throws if there is none.
 */
export function databaseUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null
  const user = findUser(OWN_USER) ?? findUser("postgres") ?? createUser(OWN_USER) ?? findUser("nobody")
  if (user) return user
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${OWN_USER}" could not be created. ` +
      `Create the user (useradd --system ${OWN_USER}), run Quarterdeck as another user, or set DATABASE_URL`,
  )
}

function findUser(name: string): SystemUser | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))
    const [uid, gid] = [id("-u"), id("-g")]
    return uid > 0 ? { uid, gid } : null
  } catch {
    return null // `id` fails for unknown users
  }
}

function createUser(name: string): SystemUser | null {
  const made =
    spawnSync(
      "useradd",
      ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name],
      { stdio: "ignore" },
    ).status === 0 || spawnSync("adduser", ["-S", "-D", "-H", name], { stdio: "ignore" }).status === 0
  return made ? findUser(name) : null
}

/** True if the user can really read and enter a folder, or also write to it. Tries it as that user. */
export function canUse(folder: string, need: "read" | "write", user: SystemUser | null): boolean {
  const test = need === "read" ? '[ -r "$1" ] && [ -x "$1" ]' : '[ -r "$1" ] && [ -x "$1" ] && [ -w "$1" ]'
  return (
    spawnSync("/bin/sh", ["-c", test, "sh", folder], { cwd: "/", stdio: "ignore", ...asUser(user) })
      .status === 0
  )
}

/** Returns spawn options to run a child as `user`. */
export function asUser(user: SystemUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}
