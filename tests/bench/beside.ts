import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { systemActor } from "@/lib/auth/create-actor"
import { database, disconnect } from "@/lib/db/infra/client"
import { freePort } from "@/lib/db/embedded/postmaster"
import { importInto } from "@/lib/operations/samples/load-and-remove"
import { openMcp } from "../support/http/mcp-client"
import startServer from "../support/pages/server"
import { type Figure, ms, quantile, seconds, timed } from "./figures"

const MEMORY = "@modelcontextprotocol/server-memory@2026.8.31"
const QMD = "@tobilu/qmd@2.8.3"
/** qmd needs a newer Node than Quarterdeck. */
const NODE = "node@24"

const QUERIES = [
  "broker",
  "race condition",
  "migration",
  "cache invalidation",
  "pagination token",
  "test fixture",
  "deploy",
  "async",
  "docker compose",
  "memory file",
  "schema",
  "retry",
  "GitHub import",
  "governance votes",
  "websocket",
  "config",
]
const [ROUNDS, MOST] = [4, 20]
const run = promisify(execFile)

/** A memory product with the notes: the time of its import and a function to search it. */
interface Beside {
  readonly name: string
  readonly import: number
  search(query: string): Promise<number>
  close(): Promise<void>
}

/**
 * Searches of the same notes in Quarterdeck and in two other memories for agents, by the same MCP client. The
 * others are installed from npm into a temporary folder. One that cannot run is reported with the reason.
 */
export async function besideFigures(): Promise<Figure[]> {
  const corpus = join(process.cwd(), "..", "shared", "corpus")
  if (!existsSync(corpus))
    return [
      { what: "beside other memories", value: `not measured: there is no ${corpus}`, bar: "", holds: null },
    ]
  const folder = await mkdtemp(join(tmpdir(), "quarterdeck-beside-"))
  await disconnect()
  Object.assign(process.env, { E2E_PORT: String(await freePort()), QUARTERDECK_RATE_LIMIT: "0" })
  const stop = await startServer()
  try {
    const own = await quarterdeck(corpus)
    const notes = (
      await database().entry.findMany({
        where: { projectId: { in: await projectsOf(TEAM) } },
        select: { text: true },
        orderBy: { id: "asc" },
      })
    ).map(({ text }) => text)
    const ours = { import: own.import, times: await searched(own) }
    const figures: Figure[] = [
      {
        what: `Quarterdeck, ${notes.length.toLocaleString("en")} notes: import; search over MCP, p50 and p95`,
        value: `${seconds(ours.import)}; ${told(ours.times)}`,
        bar: "",
        holds: null,
      },
    ]
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, MEMORY, QMD, NODE], {
      timeout: 400_000,
    })
    for (const [name, bring] of [
      ["server-memory", serverMemory],
      ["qmd, keywords", qmd],
    ] as const)
      figures.push(...(await figuresOf(name, () => bring(folder, notes), ours)))
    return figures
  } finally {
    await disconnect()
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Team of imports that do not name one. */
const TEAM = "main"

async function projectsOf(team: string): Promise<string[]> {
  return (await database().project.findMany({ where: { team: { slug: team } }, select: { id: true } })).map(
    ({ id }) => id,
  )
}

async function figuresOf(
  name: string,
  bring: () => Promise<Beside>,
  ours: { readonly import: number; readonly times: readonly number[] },
): Promise<Figure[]> {
  try {
    const other = await bring()
    const times = await searched(other)
    const ratio = (one: number, another: number) =>
      `${(one / another).toFixed(one / another < 10 ? 1 : 0)} times ours`
    return [
      {
        what: `${name}: import; search over MCP, p50 and p95`,
        value: `${seconds(other.import)}, ${ratio(other.import, ours.import)}; ${told(times)}, ${ratio(quantile(times, 0.5), quantile(ours.times, 0.5))}`,
        bar: "",
        holds: null,
      },
    ]
  } catch (cause) {
    return [
      {
        what: name,
        value: `could not be run: ${(cause as Error).message.split("\n")[0]}`,
        bar: "",
        holds: null,
      },
    ]
  }
}

const told = (times: readonly number[]): string => `${ms(quantile(times, 0.5))}, ${ms(quantile(times, 0.95))}`

/** Search times in milliseconds. The first round is a warm-up. Throws if no query has a result. */
async function searched(memory: Beside): Promise<number[]> {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of QUERIES) {
      const { ms: took, value } = await timed(() => memory.search(query))
      found += value
      if (round > 0) times.push(took)
    }
  }
  await memory.close()
  if (found === 0) throw new Error(`${memory.name} found nothing`)
  return times
}

async function quarterdeck(corpus: string): Promise<Beside> {
  const { ms: took } = await timed(() =>
    importInto(systemActor(), { teamId: null, directory: corpus, projectName: null }),
  )
  const secret = (await readFile(join(process.env.E2E_HOME ?? "", "owner.token"), "utf8")).trim()
  const client = await openMcp(`http://localhost:${process.env.E2E_PORT}`, secret)
  return {
    name: "Quarterdeck",
    import: took,
    search: (query) => searchBy(client, "memory_search", { query, limit: MOST, mode: "words", team: TEAM }),
    close: () => client.close(),
  }
}

async function serverMemory(folder: string, notes: readonly string[]): Promise<Beside> {
  const client = await stdio(
    process.execPath,
    [join(folder, "node_modules/@modelcontextprotocol/server-memory/dist/index.js")],
    { MEMORY_FILE_PATH: join(folder, "memory.jsonl") },
  )
  const entities = notes.map((text, at) => ({ name: `note-${at}`, entityType: "note", observations: [text] }))
  const { ms: took } = await timed(() =>
    client.callTool({ name: "create_entities", arguments: { entities } }, undefined, { timeout: 300_000 }),
  )
  return {
    name: "server-memory",
    import: took,
    search: (query) => searchBy(client, "search_nodes", { query }),
    close: () => client.close(),
  }
}

async function qmd(folder: string, notes: readonly string[]): Promise<Beside> {
  const [node, cli, place] = [
    join(folder, "node_modules/node/bin/node"),
    join(folder, "node_modules/@tobilu/qmd/dist/cli/qmd.js"),
    join(folder, "notes"),
  ]
  for (const [at, text] of notes.entries()) {
    if (at < 100) await mkdir(join(place, String(at)), { recursive: true })
    await writeFile(join(place, String(at % 100), `${at}.md`), text)
  }
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    XDG_CACHE_HOME: join(folder, "cache"),
    XDG_CONFIG_HOME: join(folder, "config"),
  }
  const { ms: took } = await timed(() =>
    run(node, [cli, "collection", "add", place, "--name", "notes", "--mask", "**/*.md"], {
      env: env as unknown as NodeJS.ProcessEnv,
      timeout: 400_000,
    }),
  )
  const client = await stdio(node, [cli, "mcp"], env)
  return {
    name: "qmd",
    import: took,
    search: (query) =>
      searchBy(client, "query", { searches: [{ type: "lex", query }], rerank: false, limit: MOST }),
    close: () => client.close(),
  }
}

async function searchBy(client: Client, tool: string, given: Record<string, unknown>): Promise<number> {
  const answer = await client.callTool({ name: tool, arguments: given })
  if (answer.isError) throw new Error(JSON.stringify(answer.content).slice(0, 200))
  const {
    hits = [],
    results = [],
    entities = [],
  } = (answer.structuredContent ?? {}) as { hits?: unknown[]; results?: unknown[]; entities?: unknown[] }
  return hits.length + results.length + entities.length
}

async function stdio(command: string, args: string[], env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "quarterdeck-bench", version: "1" })
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      env: { PATH: process.env.PATH ?? "", ...env },
      stderr: "ignore",
    }),
  )
  return client
}
