/** Random edits of memory files. Each edit contains a unique word, to check later what happened to it. */

/** Random numbers from 0 to below 1; the same sequence for the same seed. Source: mulberry32. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export class Dice {
  readonly #next: () => number

  constructor(readonly seed: number) {
    this.#next = numbersFrom(seed)
  }

  below(most: number): number {
    return Math.floor(this.#next() * most)
  }

  hits(chance: number): boolean {
    return this.#next() < chance
  }

  one<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T
  }
}

const AGENTS = ".kaizen/agents"
const kaizen = (agent: string) =>
  [
    "---",
    `agent: ${agent}`,
    "project: ledger",
    "last_updated: 2026-02-01",
    "session_count: 2",
    "---",
    "",
    `# ${agent}`,
    "",
    "## Accumulated Findings",
    `- Ledger rounds to cents as ${agent} found`,
    `- Retries are safe up to three times says ${agent}`,
    `- Queues drain in order for ${agent}`,
    "",
    "## Watch Points",
    `- The nightly job of ${agent} is slow`,
    "",
    "## Session Log",
    "- 2026-02-01 · read the ledger · done",
    "",
  ].join("\n")
const run = (place: number, goal: string) => ({
  timestamp: new Date(Date.UTC(2026, 0, 1, place)).toISOString(),
  goal,
  outcome: "success",
  lesson: `Lesson of ${goal}`,
})
const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** A folder with several kinds of memory. */
export const FIRST_FILES: Readonly<Record<string, string>> = {
  [`${AGENTS}/ann/memory.md`]: kaizen("ann"),
  [`${AGENTS}/ben/memory.md`]: `\uFEFF${kaizen("ben").replaceAll("\n", "\r\n")}`,
  "MEMORY.md":
    "# Memory\n\n## Facts\n\n- The broker restarts on Mondays\n- Invoices have no gaps\n\tand a line of its own\n- No line break ends this file",
  "memory/2026-02-01.md": "# 2026-02-01\n\n- 09:00 looked at the queue\n",
  "memory/projects/ledger/memory.json": pretty({
    version: "1.0",
    entries: ["Use UTC everywhere", "Amounts are integers"].map((content, place) => ({
      id: `mem-00${place + 1}`,
      type: "convention",
      content,
      confidence: 0.9,
      created_at: "2026-01-02T00:00:00Z",
      accessed_count: place,
    })),
  }),
  ".sdd/cache/project_memory.json": pretty({
    runs: Array.from({ length: 19 }, (_, place) => run(place, `goal ${place}`)),
    notes: ["Plan in small steps"],
  }),
  ".claude/agent-memory/planning/MEMORY.md":
    "# Planning Category Memory\n\n## Shared Patterns\n\n- [2026-01-05] Plans name their risks\n\n## Planner-Specific\n\n- [2026-01-06] Estimates are ranges\n\n## Coordinator Notes\n\n- [2026-01-07] Merge weekly\n",
  ".serena/memories/style.md": "# Style\n\n- Sentences are short\n- Names are nouns\n",
  "src/app.ts": "export {}\n",
}

export const WORD = /\bword\d+x\b/g
export const wordsIn = (text: string): string[] => text.match(WORD) ?? []

/** True if edits insert objects instead of lines. */
const isJson = (path: string) => path.endsWith(".json")
const isLog = (path: string) => /^memory\/\d/.test(path)

/** A random edit of a text; the same text if nothing can be changed. `word` is unique. */
export function changed(path: string, text: string, word: string, dice: Dice): string {
  if (path.endsWith("project_memory.json")) return changedRuns(text, word, dice)
  if (isJson(path)) return changedStore(text, word, dice)
  if (isLog(path))
    return `${text}${/[\r\n]$/.test(text) || text === "" ? "" : "\n"}- 10:00 saw ${word} happen\n`
  return changedLines(text, word, dice)
}

function changedRuns(text: string, word: string, dice: Dice): string {
  const cache = JSON.parse(text) as { runs: ReturnType<typeof run>[]; notes: string[] }
  if (dice.hits(0.2)) cache.notes.push(`Note ${word}`)
  else cache.runs.push(run(100 + Number(/\d+/.exec(word)?.[0] ?? 0), `goal ${word}`))
  cache.runs = cache.runs.slice(-20)
  return pretty(cache)
}

function changedStore(text: string, word: string, dice: Dice): string {
  const store = JSON.parse(text) as { entries: { id: string; content: string }[] }
  const one = store.entries[dice.below(store.entries.length)]
  if (one && dice.hits(0.25)) one.content = `${one.content} and ${word}`
  else if (one && dice.hits(0.15)) store.entries = store.entries.filter((other) => other !== one)
  else {
    store.entries.push({
      id: `mem-${word}`,
      type: "pattern",
      content: `Remember ${word}`,
      confidence: 0.8,
      created_at: "2026-02-01T00:00:00Z",
      accessed_count: 0,
    } as { id: string; content: string })
    if (dice.hits(0.3))
      store.entries.push({
        id: `mem-${word}-b`,
        type: "decision",
        content: `Second of ${word.replace("word", "pair")}`,
        confidence: 0.7,
        created_at: "2026-02-01T00:00:00Z",
        accessed_count: 0,
      } as { id: string; content: string })
  }
  return pretty(store)
}

function newItem(word: string, dice: Dice): string {
  const beginning = dice.one(["Learned that", "\tSeen:", "[2026-02-03] Decided that", "Always"])
  return `- ${beginning} ${word} holds`.replace("- \t", "-  ")
}

function changedLines(text: string, word: string, dice: Dice): string {
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
  const items = lines.flatMap((line, at) => (/^- (?!20\d\d-)/.test(line) ? [at] : []))
  const end = text.includes("\r\n") ? "\r\n" : "\n"
  if (items.length === 0) return `${text}${/(?:^|[\r\n])$/.test(text) ? "" : end}- Began with ${word}${end}`
  const at = dice.hits(0.4) ? (items[0] as number) : dice.one(items)
  const line = lines[at] as string
  const words = line.replace(/[\r\n]+$/, "")
  const lineEnd = line.slice(words.length)
  if (dice.hits(0.45)) lines[at] = `${dice.hits(0.3) ? upper(words) : words} and ${word}${lineEnd}`
  else if (dice.hits(0.2) && items.length > 1) lines.splice(at, 1)
  else {
    const isLast = lineEnd === ""
    if (isLast) lines[at] = `${line}${end}`
    lines.splice(at + 1, 0, `${newItem(word, dice)}${isLast ? "" : end}`)
  }
  return lines.join("")
}

/** An edit that only changes case. */
const upper = (line: string): string =>
  line.replace(
    /^(- (?:\[[\d-]+\] )?)(\w)/,
    (_, dash: string, letter: string) =>
      dash + (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()),
  )
