import { spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { freePort } from "@/lib/db/embedded/postmaster"
import { asUser, BARE_ENVIRONMENT, databaseUser } from "@/lib/db/embedded/system-user"

/** The installed PostgreSQL of this machine, version 15 or later; null if there is none. */
export function otherPostgres(): { binaries: string; version: string } | null {
  const binaries = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim()
  if (!binaries || !existsSync(join(binaries, "initdb"))) return null
  const version =
    /\d+/.exec(
      spawnSync(join(binaries, "postgres"), ["--version"], { encoding: "utf8" }).stdout ?? "",
    )?.[0] ?? "0"
  return Number(version) >= 15 ? { binaries, version } : null
}

/** Starts a server with that PostgreSQL. `url` connects as its superuser; `stop` removes it. */
export async function startOther(binaries: string): Promise<{ url: string; stop: () => void }> {
  const user = databaseUser()
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-other-"))
  if (user) chownSync(folder, user.uid, user.gid)
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(join(binaries, program), args, {
      cwd: "/",
      encoding: "utf8",
      env: BARE_ENVIRONMENT,
      stdio: ["ignore", "pipe", "pipe"],
      ...asUser(user),
    })
    if (status !== 0) throw new Error(`${program}: ${stdout} ${stderr}`)
  }
  const data = join(folder, "data")
  const port = await freePort()
  run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C")
  run(
    "pg_ctl",
    "-D",
    data,
    "-w",
    "-l",
    join(folder, "log"),
    "-o",
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c timezone=Asia/Tokyo`,
    "start",
  )
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function query<T extends object>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
    .query<T>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
