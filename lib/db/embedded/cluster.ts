import { spawnSync } from "node:child_process"
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { asUser, BARE_ENVIRONMENT, type SystemUser } from "./system-user"

export const SUPERUSER = "quarterdeck"
/** Role of the application. It owns nothing. */
export const APPLICATION = "quarterdeck_application"
const MAJOR = "18"

/**
 * Returns the data folder below `folder`, and creates it on the first start. It is created under another name
 * and renamed when complete, so that an interrupted start leaves no incomplete database.
 */
export function ensureCluster({
  folder,
  binaries,
  user,
  password,
}: {
  folder: string
  binaries: string
  user: SystemUser | null
  password: string
}): string {
  const data = join(folder, "data")
  if (existsSync(data)) {
    refuseOtherMajor(data)
    return data
  }
  for (const name of readdirSync(folder))
    if (name.startsWith("data.")) rmSync(join(folder, name), { recursive: true, force: true })

  const half = join(folder, `data.${process.pid}`)
  const secret = join(folder, `data.${process.pid}.password`)
  writeFileSync(secret, password, { mode: 0o600 })
  if (user) chownSync(secret, user.uid, user.gid)
  const { status, stderr, error } = spawnSync(
    join(binaries, "initdb"),
    [
      `--pgdata=${half}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${secret}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // A collation that updates of the operating system do not change, so that indexes stay valid.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
    ],
    { cwd: "/", encoding: "utf8", env: BARE_ENVIRONMENT, ...asUser(user) },
  )
  rmSync(secret, { force: true })
  if (status !== 0) {
    rmSync(half, { recursive: true, force: true })
    throw new Error(`initdb could not create a database in ${folder}: ${error?.message ?? stderr.trim()}`)
  }
  renameSync(half, data)
  return data
}

function refuseOtherMajor(data: string): void {
  const found = readFileSync(join(data, "PG_VERSION"), "utf8").trim()
  if (found !== MAJOR)
    throw new Error(
      `${data} was written by PostgreSQL ${found}, but this version of Quarterdeck bundles ${MAJOR}. Export the data with the older version and import it here`,
    )
}

/**
 * Sets a new password of the superuser on existing data whose password was lost. The server must not run.
 * Throws if PostgreSQL fails. The password is not escaped, so it must not contain quotes.
 */
export function resetPassword({
  data,
  binaries,
  user,
  password,
}: {
  data: string
  binaries: string
  user: SystemUser | null
  password: string
}): void {
  const { status, stderr } = spawnSync(join(binaries, "postgres"), ["--single", "-D", data, "postgres"], {
    cwd: "/",
    encoding: "utf8",
    input: `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n`,
    ...asUser(user),
  })
  if (status !== 0)
    throw new Error(`Could not set a new password for the database in ${data}: ${stderr.trim()}`)
}
