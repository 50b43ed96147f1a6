import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import {
  findCycles,
  findMutualSiblings,
  type Import,
  listCodeFiles,
  readImports,
} from "../support/source-code/imports"

interface Layer {
  readonly layers: readonly string[]
  /** npm packages. A star matches the rest of a name; "node:*" matches Node's modules. */
  readonly packages: readonly string[]
  /** Layers of which only types and input schemas may be imported. */
  readonly facesOnly?: readonly string[]
  /** Layers of which only types may be imported. */
  readonly typesOnly?: readonly string[]
}

/** What each layer may import. Same as docs/architecture.md. */
const LAYERS: Record<string, Layer> = {
  "lib/memory": { layers: [], packages: ["zod"] },
  "lib/formats": { layers: ["lib/memory"], packages: ["commonmark", "yaml", "jsonc-parser"] },
  "lib/files": { layers: ["lib/memory"], packages: ["node:*", "tar-stream", "yauzl", "yazl"] },
  "lib/db": { layers: ["lib/memory", "generated"], packages: ["node:*", "pg", "@prisma/*", "uuid"] },
  "lib/auth": { layers: ["lib/memory", "lib/db"], packages: ["node:*", "next", "next-auth", "react", "zod"] },
  "lib/coach": { layers: ["lib/memory"], packages: ["ai", "@ai-sdk/*", "zod"] },
  "lib/embedding": { layers: ["lib/memory"], packages: ["node:*", "@lat.md/*"] },
  "lib/notify": { layers: ["lib/memory"], packages: ["node:*", "nodemailer"] },
  "lib/operations": {
    layers: ["lib/memory", "lib/formats", "lib/files", "lib/db", "lib/coach", "lib/embedding", "lib/notify"],
    packages: ["node:*", "zod", "gpt-tokenizer"],
  },
  "lib/api": {
    layers: ["lib/memory", "lib/auth", "lib/operations", "package.json"],
    packages: ["node:*", "next", "zod", "@modelcontextprotocol/sdk", "rate-limiter-flexible", "async-mutex"],
  },
  "lib/jobs": { layers: ["lib/auth", "lib/operations", "lib/db"], packages: ["node:*"] },
  "lib/http": { layers: ["lib/memory"], typesOnly: ["lib/operations"], packages: [] },
  "lib/cli": {
    layers: ["lib/memory", "lib/formats", "lib/files", "lib/http", "package.json"],
    facesOnly: ["lib/operations"],
    packages: ["node:*", "zod", "@modelcontextprotocol/sdk", "chokidar", "jsonc-parser", "smol-toml"],
  },
  "lib/launch": {
    layers: [
      "lib/memory",
      "lib/formats",
      "lib/files",
      "lib/db",
      "lib/auth",
      "lib/coach",
      "lib/embedding",
      "lib/notify",
      "lib/operations",
      "lib/api",
      "lib/jobs",
      "lib/cli",
      "package.json",
      "dist",
    ],
    packages: ["*"],
  },
  components: { layers: ["lib/memory", "lib/http"], typesOnly: ["lib/operations"], packages: ["*"] },
  app: {
    layers: [
      "components",
      "lib/memory",
      "lib/formats",
      "lib/db",
      "lib/auth",
      "lib/operations",
      "lib/api",
      "package.json",
    ],
    packages: ["*"],
  },
}

/** Packages that only layers listing them by name may use, even if a layer allows "*". */
const OWNED = ["pg", "@prisma/*", "@lat.md/*", "nodemailer"]

const MOST_FILES = 25
const BANNED_NAMES = /^(?:words|shapes|views|pace|kept|away)\.(?:tsx?|mjs)$/

/** Pairs of sibling folders that still import each other. Remove entries, never add one. */
const MUTUAL_SIBLINGS: readonly string[] = []

/** A call of a model or of raw SQL: `tx.agent.update(`, `database().$queryRaw`. */
const QUERY =
  /\b(?:tx|client|database\(\))\s*\.\s*(?:\$(?:query|execute)Raw|\w+\s*\.\s*(?:find|create|update|upsert|delete|count|aggregate|groupBy)\w*\()/

const imports = readImports(process.cwd(), [
  "app",
  "components",
  "lib",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
])
const testImports = readImports(process.cwd(), ["tests"])
const code = listCodeFiles(process.cwd(), ["app", "components", "lib", "tests"])

describe("the layers", () => {
  it("are all in the table", () => {
    const strangers = new Set(imports.map(({ from }) => layerOf(from)).filter((layer) => !LAYERS[layer]))
    expect([...strangers]).toEqual([])
  })

  it("import only what the table allows them", () => {
    expect(imports.filter((one) => !isAllowed(one)).map(describeImport)).toEqual([])
  })

  it("are documented in docs/architecture.md", () => {
    const rows = Object.entries(LAYERS).map(([name, layer]) => tableRow(name, layer))
    const [, text = ""] = readFileSync("docs/architecture.md", "utf8").split("\n## Layers\n")
    const [section = ""] = text.split("\n## ")
    expect(section.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows)
  })

  it("import in no cycle", () => {
    expect(findCycles(imports)).toEqual([])
  })

  it("have modules", () => {
    expect(imports.length).toBeGreaterThan(50)
    expect(imports.some(({ file }) => file?.startsWith("lib/memory/"))).toBe(true)
  })
})

describe("folders", () => {
  it(`have at most ${MOST_FILES} files`, () => {
    const crowded = ["app", "components", "lib", "tests"]
      .flatMap((root) => [...foldersBelow(root)])
      .filter(([, files]) => files > MOST_FILES)
    expect(crowded).toEqual([])
  })

  it("of one layer do not import each other", () => {
    expect(findMutualSiblings([...imports, ...testImports])).toEqual(MUTUAL_SIBLINGS)
  })
})

describe("files", () => {
  it("call models and SQL only in lib/db", () => {
    const found = code.filter(
      (file) => /^(?:app|components|lib)\//.test(file) && !file.startsWith("lib/db/") && queries(file),
    )
    expect(found).toEqual([])
  })

  it("have names that describe their contents", () => {
    expect(code.filter((file) => BANNED_NAMES.test(file.split("/").at(-1) ?? ""))).toEqual([])
  })
})

describe("the reader of imports", () => {
  it("sees layers, types and cycles", () => {
    const one = (from: string, file: string | null, more: Partial<Import> = {}): Import => ({
      from,
      line: 1,
      specifier: file ?? "zod",
      file,
      names: [],
      typeOnly: false,
      ...more,
    })
    expect(isAllowed(one("lib/memory/a.ts", "lib/db/b.ts", { typeOnly: true }))).toBe(false)
    expect(isAllowed(one("components/a.tsx", null, { specifier: "pg" }))).toBe(false)
    expect(isAllowed(one("components/a.tsx", "lib/operations/b.ts", { typeOnly: true }))).toBe(true)
    expect(isAllowed(one("components/a.tsx", "lib/operations/b.ts", { names: ["ImportInput"] }))).toBe(false)
    expect(isAllowed(one("lib/cli/a.ts", "lib/operations/b.ts", { names: ["ImportInput"] }))).toBe(true)
    expect(isAllowed(one("lib/cli/a.ts", "lib/operations/b.ts", { names: ["importInto"] }))).toBe(false)
    expect(findCycles([one("a", "b"), one("b", "c"), one("c", "b")])).toEqual([["b", "c", "b"]])
    const back = [one("lib/db/a/x.ts", "lib/db/b/y.ts"), one("lib/db/b/z.ts", "lib/db/a/x.ts")]
    expect(findMutualSiblings([...back, one("lib/db/a/x.ts", "lib/db/c/w.ts")])).toEqual(["lib/db/a ↔ b"])
    expect(QUERY.test("await tx.agent.updateMany({})") && QUERY.test("tx\n  .$queryRaw`x`")).toBe(true)
    expect(QUERY.test("tx.files.map(update)")).toBe(false)
  })
})

function tableRow(name: string, { layers, facesOnly = [], typesOnly = [], packages }: Layer): string {
  const allowed = [
    ...layers,
    ...facesOnly.map((one) => `${one} (types and input schemas)`),
    ...typesOnly.map((one) => `${one} (types)`),
  ]
  const short = allowed.map((one) => one.replace(/^lib\//, "")).join(", ")
  const coded = packages.map((one) => (one.includes("*") ? `\`${one}\`` : one)).join(", ")
  return `| \`${name}\` | ${short || "nothing"} | ${packages[0] === "*" ? "any" : coded || "none"} |`
}

function isAllowed({ from, file, specifier, names, typeOnly }: Import): boolean {
  const own = layerOf(from)
  const rules = LAYERS[own]
  if (!rules) return true // The first test reports it.
  if (file === null) return allowsPackage(rules, specifier)
  const other = layerOf(file)
  if (other === own || rules.layers.includes(other) || file.endsWith(".css")) return true
  if (rules.typesOnly?.includes(other)) return typeOnly
  if (!rules.facesOnly?.includes(other)) return false
  return typeOnly || (names.length > 0 && names.every((name) => name.endsWith("Input")))
}

function allowsPackage({ packages }: Layer, specifier: string): boolean {
  const named = packages.filter((pattern) => pattern !== "*")
  if (named.some((pattern) => matches(pattern, specifier))) return true
  return packages.includes("*") && !(OWNED.some((pattern) => matches(pattern, specifier)) && !named.length)
}

function matches(pattern: string, specifier: string): boolean {
  return pattern.endsWith("*")
    ? specifier.startsWith(pattern.slice(0, -1))
    : specifier === pattern || specifier.startsWith(`${pattern}/`)
}

/**
 * "lib/db" for lib/db/infra/client.ts, "app" for app/… and for the files that Next reads from the root. A
 * bin.mjs runs on plain Node before anything is bundled, so it belongs to launch wherever it is.
 */
function layerOf(file: string): string {
  const [first = "", second] = file.split("/")
  if (file.endsWith("/bin.mjs")) return "lib/launch"
  if (first === "lib") return `lib/${second}`
  return /^(?:proxy|instrumentation|instrumentation-client)\.ts$/.test(file) ? "app" : first
}

/** Each folder below `path` with its number of files. */
function* foldersBelow(path: string): Generator<[folder: string, files: number]> {
  const entries = readdirSync(path, { withFileTypes: true })
  yield [path, entries.filter((entry) => entry.isFile()).length]
  for (const entry of entries) if (entry.isDirectory()) yield* foldersBelow(`${path}/${entry.name}`)
}

const queries = (file: string): boolean => QUERY.test(readFileSync(file, "utf8"))

function describeImport({ from, line, specifier, typeOnly }: Import): string {
  return `${from}:${line} imports ${typeOnly ? "types of " : ""}${specifier}`
}
