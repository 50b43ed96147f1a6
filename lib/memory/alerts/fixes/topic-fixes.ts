import { fileName, folderPrefix } from "@/lib/memory/memory-files/paths"
import { slugOf } from "@/lib/memory/text/names"
import type { ProposedChange } from "../../proposals/proposed-change"
import { formatCount, joinNames, onOneLine } from "../../text/sentence"
import { linksIn, BY_INDEX, indexPathOf } from "../../memory-files/topic-files"
import { unlistedTopics } from "../file/broken-references"
import { groupBy } from "../../text/aggregates"
import { isLastingMemory } from "../file/file-rule"
import type { FormatId } from "../../memory-files/format"
import {
  type SuggestedFix,
  type ParsedFixFacts,
  describeRemaining,
  tryChanges,
  type FixProposal,
  type PlacedEntry,
  describeLengthChange,
  MOST_CHANGES,
  MOST_CHARACTERS,
  lengthOfText,
  writeFix,
} from "./fix"

/** Suggests an index line for each topic file that the index does not link to. */
export function listTopics(sick: ParsedFixFacts): SuggestedFix | null {
  const { file } = sick
  const folder = folderPrefix(file.path)
  const names = unlistedTopics
    .find(file, sick.settings, sick.today)
    .flatMap(({ evidence }) => evidence.names ?? [])
  const section =
    sick.entries.findLast((entry) => linksIn(entry.text, file.path).length > 0)?.section ??
    sick.file.sections[0]?.name ??
    null
  const adds = names.map((name): ProposedChange => {
    const topic = sick.topics.find(({ path }) => path === folder + name)
    return {
      kind: "add",
      section,
      text: indexLine({ name, title: topic?.title ?? name.replace(/\.\w+$/, ""), hook: topic?.hook ?? null }),
      date: null,
    }
  })
  const trial = tryChanges(sick, adds)
  return (
    trial && {
      cure: "list-topics",
      label: "Add topic files to the index",
      consequence: `adds ${formatCount(trial.changes.length, "line")} to the index, based on the ${trial.changes.length === 1 ? "title of the file" : "titles of the files"}${describeRemaining(trial.left)}`,
      proposals: [
        {
          path: file.path,
          makes: false,
          changes: trial.changes,
          reason: "The index does not link to the topic file, so agents do not find it.",
        },
      ],
    }
  )
}

/** Maximum number of sections with a topic file each. Entries of more sections share one file. */
const MOST_TOPICS = 3
/** Share of lines to keep in a file that fills up. Its growth is then computed again. */
const STAYS = 0.8

/**
 * Suggests moving entries of a long index to topic files, with an index line for each file. Moves the last
 * entries if the file is truncated, else the oldest. The topic files must be approved first.
 */
export function moveOverflow(sick: ParsedFixFacts): SuggestedFix | null {
  if (!isLastingMemory(sick.file) || sick.file.role !== "index" || !BY_INDEX.has(sick.file.format))
    return null
  const movable = inTurn(sick)
  const build = (count: number) => moved(sick, movable.slice(0, count))
  let [few, many] = [0, movable.length]
  if (many === 0) return null
  // Find the smallest sufficient number; all entries if none is.
  while (few + 1 < many) {
    const half = Math.floor((few + many) / 2)
    if (fits(sick, build(half)?.text ?? null)) many = half
    else few = half
  }
  const move = build(many)
  if (move === null) return null
  const files = move.topics.map(({ path }) => fileName(path))
  return {
    cure: "move-overflow",
    label: files.length === 1 ? "Move overflow to a topic file" : "Move overflow to topic files",
    consequence: `moves ${formatCount(many, "entry")} to ${joinNames(files)} and adds an index line for each file: ${describeLengthChange(sick, move.text)}`,
    proposals: [
      ...move.topics,
      {
        path: sick.file.path,
        makes: false,
        changes: move.changes,
        reason: `Moved to ${joinNames(files)} so that the whole index is loaded. Approve the ${files.length === 1 ? "proposal that creates this file" : "proposals that create these files"} first. Until then, this proposal cannot be approved.`,
      },
    ],
  }
}

/**
 * Returns the entries that can move, in the order of moving: the last first if the file is truncated, else
 * the oldest. Entries with links to topic files stay in the index.
 */
function inTurn({ kind, file, entries }: ParsedFixFacts): PlacedEntry[] {
  const movable = entries.filter(
    (entry) => entry.state === "current" && linksIn(entry.text, file.path).length === 0,
  )
  const last = movable.toReversed()
  const ordered =
    kind === "past-cut" ? last : last.toSorted((a, b) => (a.date ?? "9999").localeCompare(b.date ?? "9999"))
  let characters = 0
  return ordered
    .slice(0, MOST_CHANGES - MOST_TOPICS)
    .filter(({ text }) => (characters += text.length) <= MOST_CHARACTERS)
}

function fits(sick: ParsedFixFacts, text: string | null): boolean {
  if (text === null) return false
  const { lines, cut } = lengthOfText(sick, text)
  const { budget } = sick.file.limits
  if (sick.kind === "filling-up") return lines <= sick.file.lines * STAYS
  return cut === null && (sick.kind === "past-cut" || budget === null || lines <= budget)
}

interface Moved {
  readonly topics: readonly FixProposal[]
  readonly changes: readonly ProposedChange[] /** The text of the index. */
  readonly text: string
}

function moved(sick: ParsedFixFacts, leaving: readonly PlacedEntry[]): Moved | null {
  const inOrder = leaving.toSorted((a, b) => a.line - b.line)
  const bySection = [...groupBy(inOrder, ({ section }) => section)]
  const groups = bySection.length <= MOST_TOPICS ? bySection : [["Details", inOrder] as const]
  const taken = new Set(sick.taken)
  const topics: FixProposal[] = []
  const links: ProposedChange[] = []
  for (const [section, some] of groups) {
    const place = placeOfTopic(sick.file, section ?? "Notes", taken)
    if (place === null) return null
    taken.add(place.path)
    const title = section ?? "Notes"
    const own = bySection.length <= MOST_TOPICS
    topics.push({
      path: place.path,
      makes: true,
      changes: some.map(({ section: from, text, date }) => ({
        kind: "add",
        section: own ? title : (from ?? title),
        text,
        date,
      })),
      reason: `Moved from ${sick.file.path}, which is too long. Once this file is created, another proposal removes the entries from the original file.`,
    })
    links.push({
      kind: "add",
      section: own ? section : (some.at(-1)?.section ?? null),
      text: indexLine({
        name: place.name,
        title,
        hook: `${formatCount(some.length, "entry")}: ${some[0]?.text ?? ""}`,
      }),
      date: null,
    })
  }
  const changes = [
    ...inOrder.map(({ id, text }): ProposedChange => ({ kind: "remove", entry: id, before: text })),
    ...links,
  ]
  const text = writeFix(sick, changes)
  return text === null ? null : { topics, changes, text }
}

/** Returns the path of a new topic file next to its index; null if no name is free. */
export function placeOfTopic(
  index: { readonly path: string; readonly format: FormatId },
  title: string,
  taken: ReadonlySet<string>,
): { readonly path: string; readonly name: string } | null {
  const folder = folderPrefix(index.path)
  const slug = slugOf(title).slice(0, 60).replace(/-+$/, "")
  for (let number = 1; number < 100; number += 1) {
    const name = `${slug}${number === 1 ? "" : `-${number}`}.md`
    const path = folder + name
    if (!taken.has(path) && indexPathOf({ format: index.format, path }) === index.path) return { path, name }
  }
  return null
}

/**
 * Returns an index line as harnesses write it: `[Title](file.md) — hook`. `name`: the file name in the folder
 * of the index.
 */
export function indexLine({
  name,
  title,
  hook,
}: {
  readonly name: string
  readonly title: string
  readonly hook: string | null
}): string {
  const link = /[\s()]/.test(name) ? `<${name}>` : name
  const label = asLine(title.replaceAll(/[[\]]/g, ""), 80) || name
  const about = hook === null || isCode(hook) ? "" : asLine(hook, HOOK)
  return `[${label}](${link})${about === "" ? "" : ` — ${about}`}`
}

/** Maximum number of characters of the hook. */
const HOOK = 90

/** True for a text that begins with a block of code, which does not describe a file. */
const isCode = (text: string): boolean => /^\s*(?:```|~~~)/.test(text)

/**
 * Returns a text as one line of about `most` characters, without bold marks and the punctuation at its end. All
 * other characters stay, because names contain them.
 */
function asLine(words: string, most: number): string {
  const line = onOneLine(words.replaceAll(/\*\*(?!\/)/g, ""))
  const cut = line.length <= most ? line : `${line.slice(0, most).replace(/\s+\S*$/, "")}…`
  const whole = cut.replace(/[.:;,—-]+$/, "")
  const isOpenCode = whole.split("`").length % 2 === 0
  return isOpenCode ? whole.replace(/`(?=[^`]*$)/, "") : whole
}
