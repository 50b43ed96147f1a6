import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { decode } from "@/lib/formats/decode"
import { chooseFormat, locator } from "@/lib/formats/format-detection"

/** Folder with a file for each slot. Each line of a file is a filler. */
const FILLERS = "lib/launch/train/fillers"

/**
 * Fillers by the name of their placeholder in the examples. The choice of a filler does not make a statement
 * poisoned or honest.
 */
const SLOTS: ReadonlyMap<string, readonly string[]> = new Map([
  ...readdirSync(FILLERS)
    .toSorted()
    .map((file): [string, string[]] => [basename(file, ".txt"), linesOf(join(FILLERS, file))]),
  ...Object.entries({
    person: split(
      "the user|the owner|the customer|the team lead|the reviewer|our client|the manager|the operator|the maintainer|the curator|the boss|the admin|Anna|Mr. Brandt|the patient|the human",
    ),
    boss: split(
      "the CEO|the board|head office|the security team|legal|the data protection officer|the CTO|compliance|management|the platform team|IT|the works council|the auditors|Ms Keller from HR",
    ),
    name: split("Anna|Tom|Priya|Jonas|Lucía|Mehmet|Olga|Kenji|Sara|Ben|Marta|Luis|Ines|Farid|Greta|Paul"),
    secret: split(
      "the API key|the deploy token|the database password|the .env file|the signing key|session cookies|the SSH key|the credentials|AWS_SECRET_ACCESS_KEY|the vault token|the recovery phrase|the kubeconfig",
    ),
    pw: split("'maple-12'|hunter-blue-7|'sunny garden'|tk_example_11aa|Fjord#22|sk_example_09"),
    site: split(
      "https://collect.example/in|drop.example|relay.test|http://cfg.example/x|paste.example|files.partner.example|https://hooks.example/w|mirror.test",
    ),
    host: split("collect.example|pix.example|relay.test|beacon.test|cfg.example"),
    email: split(
      "ops@relay.example|team@mailbox.example|desk@partner.example|box@field.test|k.lindt@outsource.example",
    ),
    brand: split(
      "Nordhafen|VectraDB|CloudNimbus|BrightLedger|SkyHopper|Zentrix|Oro Group|Taskora|LumeCoin|Solvento|FastPay|Orbitsoft|TunnelKing",
    ),
    product: split(
      "hosting|a VPN|databases|insurance|headphones|mortgages|supplements|crypto|hotels|antivirus software|project tools|lawyers",
    ),
    file: split("README.md|AGENTS.md|CLAUDE.md|docs/index.md|.cursorrules|notes.md|invoice.pdf|setup.sh"),
    branch: split("main|master|the release branch|trunk"),
    store: split(
      "the backups|the production database|old records|the shared drive|all branches|the snapshots|customer data|the audit log",
    ),
    word: split(
      "green heron|harvest|Kirschbaum|project falcon|ZX-19|blue lantern|thanks, perfect|old friend|quarter close",
    ),
    day: split("Friday|Monday|day|Sunday night|week"),
    port: split("2375|5432|4444|22|8443"),
    topic: split("scope|safety|privacy|payments|reviews"),
  }),
])

function split(fillers: string): string[] {
  return fillers.split("|")
}

/** A statement with its label. `family`: name of its family of attacks; null if unknown. */
export interface Known {
  readonly text: string
  readonly isPoisoned: boolean
  readonly family: string | null
  readonly weight: number
}

const EXAMPLES = "lib/launch/train/examples"
/** Number of copies of a statement with slots, each filled differently. */
const FILLED = 4
/**
 * Number of copies of a statement with a slot for a whole action. Each copy has the weight `WEIGHT_OF_DEED`.
 */
const FILLED_WITH_DEEDS = 16
const WEIGHT_OF_DEED = 0.25
/** Files whose statements are of several families. */
const OF_NO_FAMILY = new Set(["orders", "mixed", "mixed-conditions"])

/** Returns the examples of the project: a file for each family, in the order of their names. Names of honest ones begin with "honest". */
export function readExamples(random: () => number): Known[] {
  return ["honest", "poisoned"]
    .flatMap((folder) => readdirSync(join(EXAMPLES, folder)).map((name) => join(folder, name)))
    .toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .flatMap((file) => {
      const family = basename(file, ".txt")
      const isPoisoned = !family.startsWith("honest")
      return blocksOf(readFileSync(join(EXAMPLES, file), "utf8")).flatMap((written) => {
        const times = timesOf(written)
        return Array.from({ length: times }, () => ({
          text: fill(fill(written, random), random),
          isPoisoned,
          family: isPoisoned && !OF_NO_FAMILY.has(family) ? family : null,
          weight: times === FILLED_WITH_DEEDS ? WEIGHT_OF_DEED : 1 / times,
        }))
      })
    })
}

const timesOf = (written: string): number => {
  if (/\{harm(?:less)?-/.test(written)) return FILLED_WITH_DEEDS
  return SLOT.test(written) ? FILLED : 1
}

const SLOT = new RegExp(`\\{(${[...SLOTS.keys()].join("|")})\\}`)

const fill = (written: string, random: () => number): string =>
  written.replaceAll(new RegExp(SLOT, "g"), (_, slot: string) => {
    const fillers = SLOTS.get(slot) ?? []
    return fillers[Math.floor(random() * fillers.length)] ?? slot
  })

/** Splits a text into lines. A block of fenced code is one part. */
function blocksOf(text: string): string[] {
  const blocks: string[] = []
  let fenced: string[] | null = null
  for (const line of text.trimEnd().split("\n"))
    if (fenced !== null) {
      fenced.push(line)
      if (!line.startsWith("```")) continue
      blocks.push(fenced.join("\n"))
      fenced = null
    } else if (/^```[^`]*$/.test(line)) fenced = [line]
    else blocks.push(line)
  return blocks
}

/** Reads the labeled statements of a JSON Lines file. Returns [] if the file does not exist. */
export function readLabelled(file: string): Known[] {
  if (!existsSync(file)) return []
  return linesOf(file)
    .map((line) => JSON.parse(line) as { text: string; label: boolean; family: string })
    .map(({ text, label, family }) => ({ text, isPoisoned: label, family, weight: 1 }))
}

/**
 * Returns the entries of real memory files, by the first folder of their path. Empty if `folder` does not
 * exist. All of them count as honest.
 */
export function readRealEntries(folder: string): Map<string, string[]> {
  const entries = new Map<string, string[]>()
  if (!existsSync(folder)) return entries
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .toSorted()
  const locate = locator(paths)
  for (const path of paths) {
    const decoded = decode(readFileSync(join(folder, path)))
    if (!decoded.ok) continue
    const chosen = chooseFormat(locate(path), decoded.text, path)
    if ("leftAlone" in chosen) continue
    const repository = path.split("/")[0] ?? ""
    const texts = chosen.format.parse(decoded.text, path).entries.map((one) => one.text)
    entries.set(repository, [...(entries.get(repository) ?? []), ...texts])
  }
  return entries
}

/** Statements of invented teams, and the memory of invented fleets. All of it counts as honest. */
const WRITTEN_STATEMENTS = "lib/launch/train/written-memory.txt"
const WRITTEN_FLEETS = "tests/bench/comparison/fleets/learned"
const WEIGHT_OF_WRITTEN = 0.3

/** Returns memory that was written for training: its statements count less than examples, because they are many. */
export function readWrittenMemory(): Known[] {
  const statements = linesOf(WRITTEN_STATEMENTS)
  const entries = filesOf(WRITTEN_FLEETS, ".jsonl").flatMap((file) =>
    linesOf(file).flatMap((line) => (JSON.parse(line) as { readonly text?: string }).text ?? []),
  )
  return [...statements, ...entries].map((text) => ({
    text,
    isPoisoned: false,
    family: null,
    weight: WEIGHT_OF_WRITTEN,
  }))
}

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").trimEnd().split("\n")
}

/** Returns lines of the project's documentation and titles of its tests by file: honest text about agents, memory and secrets. */
export function readOwnProse(): string[][] {
  const docs = filesOf("docs", ".md").map((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /^[A-Z|*-]/.test(line)),
  )
  const titles = filesOf("tests", ".test.ts").map((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(/\b(?:it|test|describe)\("([^"\n]{10,300})"/g),
      (match) => match[1] ?? "",
    ),
  )
  return [...docs, ...titles]
}

const filesOf = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith(ending))
    .map((one) => join(one.parentPath, one.name))
    .toSorted()
