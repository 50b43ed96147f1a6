import { spawnSync } from "node:child_process"
import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  statSync,
} from "node:fs"
import { join } from "node:path"
import { createHash } from "node:crypto"
import { asUser, BARE_ENVIRONMENT, type SystemUser, canUse, databaseUser } from "./system-user"

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

/**
 * Folder for the data if the process runs as root and the user of the database cannot enter the home folder.
 */
const SYSTEM_FOLDER = "/var/lib/quarterdeck"

export interface Place {
  /** Folder of the data. The database's user can write to it. */
  readonly folder: string
  /** Folder for copies of binaries that cannot run from node_modules. */
  readonly elsewhere: string
  readonly user: SystemUser | null
}

/**
 * Returns the folder of the database of `home`, and the user that runs it. Normally these are `home/postgres`
 * and the current user. If the process runs as root, another user runs the database. If that user cannot
 * enter `home`, the data are below /var/lib/quarterdeck, and `home/postgres.at` contains their path.
 */
export function choosePlace(home: string): Place {
  const pointer = join(home, "postgres.at")
  const inside = join(home, "postgres")
  if (existsSync(pointer)) return followPointer(pointer)
  const user = ownerOf(inside) ?? databaseUser()
  if (!user) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    return { folder: inside, elsewhere: home, user: null }
  }
  const fresh = !existsSync(inside)
  if (fresh) makeFor(user, inside)
  if (canUse(inside, "write", user)) return { folder: inside, elsewhere: SYSTEM_FOLDER, user }
  if (!fresh)
    throw new Error(
      `The database in ${inside} belongs to user ${user.uid}, who can no longer access it. Restore the permissions of its parent folders`,
    )
  rmdirSync(inside)
  return placeOutside(home, pointer, user)
}

function placeOutside(home: string, pointer: string, user: SystemUser): Place {
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  const mark = createHash("sha256").update(realpathSync(home)).digest("hex").slice(0, 12)
  const folder = mkdtempSync(join(SYSTEM_FOLDER, `${mark}-`))
  chownSync(folder, user.uid, user.gid)
  if (!canUse(folder, "write", user))
    throw new Error(
      `User ${user.uid} can access neither ${home} nor ${SYSTEM_FOLDER}. Set QUARTERDECK_HOME to a folder that this user can access`,
    )
  writeFileSync(join(folder, "belongs-to"), `${home}\n`)
  writeFileSync(pointer, `${folder}\n`)
  return { folder, elsewhere: SYSTEM_FOLDER, user }
}

function followPointer(pointer: string): Place {
  const folder = readFileSync(pointer, "utf8").trim()
  if (!existsSync(folder))
    throw new Error(
      `${pointer} points to the database folder ${folder}, which does not exist. Restore the folder, or delete ${pointer} to start with an empty database`,
    )
  return { folder, elsewhere: SYSTEM_FOLDER, user: ownerOf(folder) ?? databaseUser() }
}

/**
 * Returns the owner of existing data, who must run the database again. Null if the process does not run as
 * root, or if there are no data or root owns them.
 */
function ownerOf(folder: string): SystemUser | null {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return null
  const { uid, gid } = statSync(folder)
  return uid === 0 ? null : { uid, gid }
}

function makeFor(user: SystemUser, folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  chmodSync(folder, 0o700)
  chownSync(folder, user.uid, user.gid)
}
