import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { decode } from "@/lib/formats/decode"
import { chooseFormat, locator } from "@/lib/formats/format-detection"
import { SLOTS } from "./slots"

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
const OF_NO_FAMILY = new Set(["orders", "mixed"])

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
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
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
