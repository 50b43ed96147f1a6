import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { PrismaPg } from "@prisma/adapter-pg"
import {
  ColumnTypeEnum,
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils"
import type { SchemaEngine, MigrationList } from "@prisma/schema-engine-wasm"
import { Client, Pool, type QueryResult } from "pg"

interface EngineOptions {
  readonly url: string
  /** Files of the schema. Only needed to compare schema and migrations. */
  readonly schema?: SchemaFiles
  /** Returns a further statement for a script, in the same transaction. */
  readonly closing?: (script: string) => string
}

export type SchemaFiles = [path: string, content: string][]

/**
 * Runs `work` with Prisma's migration engine over a connection to `url`. Uses the WebAssembly build from npm,
 * so no binary is downloaded. Errors have PostgreSQL's message.
 */
export async function withMigrationEngine<T>(
  { url, schema, closing = () => "" }: EngineOptions,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadEngine()
  const connections = new WholeScriptAdapters(url, closing)
  const adapters = bindMigrationAwareSqlAdapterFactory(connections)
  let engine: SchemaEngine | undefined
  try {
    engine = await SchemaEngine.new({ datamodels: schema }, () => undefined, adapters)
    return await work(engine)
  } catch (error) {
    // The engine passes errors of the adapter on as numbers.
    const number = /External error id#(\d+)/.exec(String(error))?.[1]
    throw adapters.errorRegistry.consumeError(Number(number ?? -1))?.error ?? error
  } finally {
    engine?.free()
    await connections.end()
  }
}

let loaded: Promise<typeof import("@prisma/schema-engine-wasm")> | undefined

/** Loads the module by hand: the package expects a bundler that imports .wasm files. */
function loadEngine(): Promise<typeof import("@prisma/schema-engine-wasm")> {
  loaded ??= (async () => {
    const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg")
    const folder = dirname(
      createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg"),
    )
    const bytes = await readFile(join(folder, "schema_engine_bg.wasm"))
    const { instance } = await WebAssembly.instantiate(bytes, {
      "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports,
    })
    const wire = glue as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void }
    // The engine calls this function to report a panic.
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: {
        set_message: (words: string) => console.error(`Prisma's migration engine failed: ${words}`),
      },
    })
    wire.__wbg_set_wasm(instance.exports)
    ;(instance.exports.__wbindgen_start as () => void)()
    return glue as unknown as typeof import("@prisma/schema-engine-wasm")
  })()
  return loaded
}

/**
 * Creates connections that send a script as a whole, as the native engine does. PostgreSQL runs such a script
 * as one transaction. The adapter of Prisma splits scripts at semicolons, which breaks functions and
 * triggers.
 */
class WholeScriptAdapters implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = "postgres"
  readonly adapterName = "quarterdeck-migrations"

  constructor(
    private readonly url: string,
    private readonly closing: (script: string) => string,
  ) {}

  private readonly open: SqlDriverAdapter[] = []

  async connect(): Promise<SqlDriverAdapter> {
    const adapter = await connectWhole(this.url, this.closing)
    this.open.push(adapter)
    return adapter
  }

  /** Closes the connections, which the engine leaves open together with its advisory lock. */
  async end(): Promise<void> {
    for (const adapter of this.open) await adapter.dispose()
  }

  /** Connects to a new, empty database on the same server. Closing the connection drops this database. */
  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `quarterdeck_shadow_${crypto.randomUUID()}`
    await runOnce(this.url, `CREATE DATABASE "${name}"`)
    const shadow = new URL(this.url)
    shadow.pathname = `/${name}`
    const adapter = await connectWhole(shadow.href, this.closing)
    const dispose = adapter.dispose.bind(adapter)
    adapter.dispose = async () => {
      await dispose()
      await runOnce(this.url, `DROP DATABASE "${name}" WITH (FORCE)`)
    }
    return adapter
  }
}

async function connectWhole(url: string, closing: (script: string) => string): Promise<SqlDriverAdapter> {
  const pool = new Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 10_000 })
  const adapter = await new PrismaPg(pool, {
    disposeExternalPool: true,
    onPoolError: () => undefined,
  }).connect()
  readCharacters(pool, adapter)
  adapter.executeScript = async (script) => {
    await pool.query(`${script}\n;${closing(script)}`)
  }
  return adapter
}

const [OID_CHAR, OID_TEXT] = [18, 25]

/** Adds support for "char" columns of PostgreSQL's catalog, which the stock adapter cannot read. */
function readCharacters(pool: Pool, adapter: SqlDriverAdapter): void {
  const characters = new WeakMap<object, number[]>()
  const ask = pool.query.bind(pool) as (...args: unknown[]) => Promise<QueryResult>
  pool.query = (async (...args: unknown[]) => {
    const result = await ask(...args)
    const columns = (result.fields ?? []).flatMap((field, index) =>
      field.dataTypeID === OID_CHAR ? index : [],
    )
    for (const index of columns) result.fields[index]!.dataTypeID = OID_TEXT
    if (columns.length) characters.set(result.rows, columns)
    return result
  }) as typeof pool.query

  const read = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (query) => {
    const result = await read(query)
    for (const index of characters.get(result.rows) ?? [])
      result.columnTypes[index] = ColumnTypeEnum.Character
    return result
  }
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on("error", () => undefined)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Filter for the engine: no table or type is managed outside the migrations. */
export const EVERYTHING = { externalTables: [], externalEnums: [] }

/** Content of Prisma's lock file in the migrations folder. */
export const LOCKFILE = `# Written by Prisma; keep it in version control.\nprovider = "postgresql"\n`

/** Returns prisma/migrations for the engine, oldest first. `prisma migrate deploy` reads the same folder. */
export function readMigrations(folder = resolve("prisma/migrations")): MigrationList {
  const names = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .toSorted()
    : []
  const lockfile = join(folder, "migration_lock.toml")
  return {
    baseDir: folder,
    lockfile: {
      path: "migration_lock.toml",
      content: existsSync(lockfile) ? readFileSync(lockfile, "utf8") : LOCKFILE,
    },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(folder, name, "migration.sql"), "utf8") },
      },
    })),
  }
}

/** Returns all .prisma files below prisma/schema as [path, content]. */
export function readSchema(folder = resolve("prisma/schema")): SchemaFiles {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".prisma"))
    .toSorted()
    .map((name) => [join(folder, name), readFileSync(join(folder, name), "utf8")])
}
