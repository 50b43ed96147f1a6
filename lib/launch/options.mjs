import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { Refusal } from "./refusal.mjs"
import { root } from "./root.mjs"

/**
 * Node's limits for the JavaScript heap of the server, in MB. About 280 MB are code and caches; the rest is for requests. Buffers
 * and native memory are extra.
 */
export const HEAP_FLAGS = ["--max-old-space-size=384", "--max-semi-space-size=8"]

/** Settings for the C library. Each arena keeps its freed memory, and by default there are eight per core. */
export const HEAP_ENVIRONMENT = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2" }

export const HELP = `npm start                     install, build, start the database and serve Quarterdeck
npm start -- [options]
npm run dev -- [options]      the same, but compile pages on request

  --import DIR                import the memory files in DIR
  --project NAME              with --import: put all files into this project
  --no-samples                do not load the sample teams at first startup
  --help                      show this help

Environment
  PORT              port (default: 3000)
  HOST              address (default: 127.0.0.1, reachable from this machine only)
  QUARTERDECK_HOME  folder for data, secrets and logs (default: .quarterdeck in the clone)
  DATABASE_URL      PostgreSQL 15 or later to use instead of the bundled database
  DATABASE_OWNER_URL  the same database with the role that owns the tables, used for migrations.
                    The role in DATABASE_URL then cannot change the audit log
  NEXTAUTH_URL      public address (default: http://localhost:PORT)
  QUARTERDECK_TRUSTED_PROXIES  number of proxies that add to X-Forwarded-For (default: 0)
  QUARTERDECK_POOL  database connections of this instance (default: 10)
  QUARTERDECK_DRAIN_SECONDS  time for open requests to finish when stopping (default: 30)
  QUARTERDECK_KEEP_ALIVE_SECONDS  time an idle HTTP connection stays open (default: 75)
  QUARTERDECK_HANG_SECONDS  restart a server that does not respond for this long (default: 30, 0: never)
  QUARTERDECK_HEARTBEAT  off: do not run scheduled jobs on this instance

Ctrl-C stops everything, including the database.
`

/** Returns the options of a start, or null for --help. Throws a Refusal that names the invalid option. */
export function readOptions(argv, env, cwd) {
  const values = parse(argv)
  if (values.help) return null
  if (values.project !== undefined && values.import === undefined)
    throw new Refusal(
      "--project can only be used with --import DIR, because it sets the project for the imported files. Add --import DIR or remove --project",
    )
  // npm runs scripts in the clone; INIT_CWD is the folder of the person.
  const folder = env.INIT_CWD ?? cwd
  return {
    dev: values.dev,
    samples: !values["no-samples"],
    import: values.import === undefined ? null : resolve(folder, values.import),
    project: values.project ?? null,
    home: env.QUARTERDECK_HOME ? resolve(folder, env.QUARTERDECK_HOME) : join(root, ".quarterdeck"),
    ...readServer(env),
    ...readDatabase(env),
  }
}

function readServer(env) {
  const port = readPort(env.PORT)
  return {
    port,
    host: env.HOST || "127.0.0.1",
    trustedProxies: readProxies(env.QUARTERDECK_TRUSTED_PROXIES),
    drainSeconds: readNumber(env.QUARTERDECK_DRAIN_SECONDS, "QUARTERDECK_DRAIN_SECONDS", {
      least: 0,
      most: 3_600,
      unless: 30,
    }),
    keepAliveSeconds: readNumber(env.QUARTERDECK_KEEP_ALIVE_SECONDS, "QUARTERDECK_KEEP_ALIVE_SECONDS", {
      least: 1,
      most: 3_600,
      unless: 75,
    }),
    hangSeconds: readNumber(env.QUARTERDECK_HANG_SECONDS, "QUARTERDECK_HANG_SECONDS", {
      least: 0,
      most: 3_600,
      unless: 30,
    }),
    url: (env.NEXTAUTH_URL || `http://localhost:${port}`).replace(/\/$/, ""),
  }
}

function readDatabase(env) {
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    throw new Refusal(
      "DATABASE_OWNER_URL is set, but DATABASE_URL is not. Set both to the same database, with different roles",
    )
  return {
    pool: readNumber(env.QUARTERDECK_POOL, "QUARTERDECK_POOL", { least: 2, most: 1_000, unless: 10 }),
    databaseUrl: env.DATABASE_URL || null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL || null,
  }
}

function parse(argv) {
  try {
    return parseArgs({
      args: argv,
      options: {
        help: { type: "boolean", short: "h", default: false },
        dev: { type: "boolean", default: false },
        import: { type: "string" },
        project: { type: "string" },
        "no-samples": { type: "boolean", default: false },
      },
    }).values
  } catch (error) {
    throw new Refusal(`${error.message.split("\n")[0]}\nTo list the options, run npm start -- --help.`)
  }
}

function readPort(text) {
  if (!text) return 3000
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Refusal(`PORT is "${text}", which is not a valid port. Set it to a number from 1 to 65535`)
}

/**
 * Returns the whole number in the text of the environment variable `name`, or `unless` if it is not set.
 * Throws a Refusal for other text.
 */
export function readNumber(text, name, { least, most, unless }) {
  if (!text) return unless
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new Refusal(`${name} is "${text}". Set it to a whole number from ${least} to ${most}`)
}

function readProxies(text) {
  if (!text) return 0
  if (/^\d$/.test(text)) return Number(text)
  throw new Refusal(
    `QUARTERDECK_TRUSTED_PROXIES is "${text}". Set it to the number of proxies in front of Quarterdeck, 0 to 9`,
  )
}
