import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { canUse, databaseUser, type SystemUser } from "./system-user"

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
