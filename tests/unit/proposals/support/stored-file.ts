import * as fc from "fast-check"
import { formatById } from "@/lib/formats/format-detection"
import type { FormatId, MemoryFormat, ParsedFile } from "@/lib/memory/memory-files/format"
import { matchEntries } from "@/lib/memory/history/entry-identity"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"

/** A memory file as stored, with approved changes and imported texts. */
export class StoredFile {
  readonly format: MemoryFormat
  private last = 0

  constructor(
    readonly place: Place,
    public text: string,
    public entries: readonly StoredEntry[] = [],
  ) {
    this.format = formatById(place.id)
    this.entries = this.named(
      text,
      this.format.parse(text, place.path).entries.map(() => null),
    )
  }

  get file() {
    return { format: this.format, path: this.place.path, text: this.text }
  }

  /** Applies an approval. The writer knows the ID of each entry. */
  store(text: string, ids: readonly (string | null)[]): void {
    this.entries = this.named(text, ids)
    this.text = text
  }

  /** Imports a text that was changed in its source. */
  takeOver(text: string): (string | null)[] {
    const ids = matchEntries(this.entries, this.named(text, []))
    this.store(text, ids)
    return ids
  }

  private named(text: string, ids: readonly (string | null)[]): StoredEntry[] {
    const parsed = this.format.parse(text, this.place.path)
    return standingEntries(
      parsed,
      parsed.entries.map((_, at) => ids[at] ?? `e${(this.last += 1)}`),
    )
  }
}

export function standingEntries(parsed: ParsedFile, ids: readonly string[]): StoredEntry[] {
  return parsed.entries.map(({ text, section, state, retiredBecause, date, type, confidence, key }, at) => ({
    id: ids[at] as string,
    text,
    section: section === null ? null : (parsed.sections[section]?.name ?? null),
    state,
    retiredBecause,
    date,
    type,
    confidence,
    key,
  }))
}

export interface Place {
  readonly id: FormatId
  readonly path: string
}

const MARKDOWN: readonly Place[] = [
  { id: "kaizen", path: ".kaizen/agents/scout/memory.md" },
  { id: "category-memory", path: ".claude/agent-memory/review/MEMORY.md" },
  { id: "claude-agent-memory", path: ".claude/agent-memory/scout/MEMORY.md" },
  { id: "memory-workspace", path: "MEMORY.md" },
  { id: "serena-memories", path: ".serena/memories/style.md" },
]
const PROTOCOL: Place = { id: "memory-protocol", path: "memory/projects/shop/memory.json" }
const RUNS: Place = { id: "run-cache", path: ".sdd/cache/project_memory.json" }
const GRAPH: Place = { id: "mcp-memory-graph", path: "memory.jsonl" }

const SUBJECTS = ["Redis", "The queue", "A migration", "The nightly job", "Each deploy", "The cache"]
const CLAIMS = [
  "holds sessions",
  "is retried twice",
  "needs two approvals",
  "runs at four",
  "is warm after one call",
  "holds sessions and jobs",
]

/** Words that are one entry in every format. */
export const plainWords: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...SUBJECTS),
    fc.constantFrom(...CLAIMS),
    fc.constantFrom("", "", " now", " since May", " 🚢"),
  )
  .map(([subject, claim, more]) => `${subject} ${claim}${more}`)

/** Words as agents send them, with characters that are syntax in some format. */
export const oddWords: fc.Arbitrary<string> = fc.oneof(
  plainWords.map((words) => `- [2026-11-21] ${words}`),
  plainWords.map((words) => `1. ${words}`),
  plainWords.map((words) => `~~${words}~~ ← STALE (old)`),
  fc.tuple(plainWords, plainWords).map(([one, two]) => `${one}\n- ${two}\n  goes on`),
  fc.tuple(plainWords, plainWords).map(([one, two]) => `${one}\r\n\r\n    ${two}`),
  plainWords.map((words) => `${words}:\n\`\`\`sh\nmake  ship\n\`\`\``),
  fc.constantFrom(
    "[A](a.md) — first",
    "[A](a.md) | first",
    "| a | b |",
    "# heading",
    "---",
    "<!-- remark -->",
    "two  spaces",
    'say "no" \\ twice',
    "**2026-01-02**: bold",
    "[2026-02-30] no such day",
  ),
)

const item = fc.record({
  words: plainWords,
  date: fc.option(fc.constantFrom("2026-01-02", "2026-02-03"), { freq: 2 }),
  retired: fc.boolean().map((yes) => yes),
  nested: fc.option(plainWords, { freq: 4 }),
  weight: fc.integer({ min: 0, max: 3 }),
})
type Item = typeof item extends fc.Arbitrary<infer One> ? One : never

const sections = fc.array(
  fc.tuple(
    fc.constantFrom("Accumulated Findings", "Watch Points", "Shared Patterns", "Notes"),
    fc.array(item, { maxLength: 5 }),
  ),
  { minLength: 1, maxLength: 3 },
)
const layout = fc.record({
  eol: fc.constantFrom("\n", "\n", "\r\n"),
  bom: fc.boolean(),
  end: fc.constantFrom("", "\n", "\n\n"),
  bullet: fc.constantFrom("- ", "* ", "1. "),
  loose: fc.boolean(),
  table: fc.boolean(),
  top: fc.boolean(),
})

const markdown = fc
  .tuple(fc.constantFrom(...MARKDOWN), sections, layout)
  .map(([place, parts, { eol, bom, end, bullet, loose, table, top }]): [Place, string] => {
    const lines = [
      "---",
      "agent: scout",
      "---",
      "",
      "# Memory",
      ...(top ? ["", "- Stands above all sections"] : []),
    ]
    for (const [name, items] of parts)
      lines.push(
        "",
        `## ${name}`,
        "",
        ...items.flatMap((one, at) => [...(loose && at > 0 ? [""] : []), ...written(one, bullet)]),
      )
    if (table)
      lines.push(
        "",
        "## Index",
        "",
        "| Topic | Hook |",
        "|---|---|",
        "| [A](a.md) | first |",
        "| [B](b.md) | second |",
      )
    return [place, (bom ? "\uFEFF" : "") + lines.join(eol) + end.replaceAll("\n", eol)]
  })

function written({ words, date, retired, nested, weight }: Item, bullet: string): string[] {
  const tag = date === null ? "" : `[${date}] `
  const struck = retired && weight === 0
  return [
    bullet + tag + (struck ? `~~${words}~~ ← STALE (it changed)` : words),
    ...(nested === null ? [] : [`${" ".repeat(bullet.length)}- ${nested}`]),
  ]
}

const protocol = fc
  .tuple(fc.array(item, { maxLength: 6 }), layout)
  .map(([items, { end }]): [Place, string] => {
    const entries = items.map(({ words, date, retired, weight }, at) => ({
      id: `mem-00${at}`,
      type: "pattern",
      content: words,
      ...(weight > 1 ? { confidence: 0.5 } : {}),
      ...(date === null ? {} : { created_at: `${date}T00:00:00Z` }),
      accessed_count: 0,
      ...(retired && weight === 0 ? { retired: true, retired_reason: "it changed" } : {}),
    }))
    return [PROTOCOL, JSON.stringify({ version: "1.0", entries }, null, 2) + end]
  })

const runs = fc
  .tuple(fc.array(item, { maxLength: 4 }), fc.array(item, { maxLength: 4 }))
  .map(([all, notes]): [Place, string] => [
    RUNS,
    JSON.stringify(
      {
        runs: all.map(({ words, date }) => ({
          timestamp: `${date ?? "2026-03-04"}T00:00:00Z`,
          goal: words,
          outcome: "success",
          lesson: words,
        })),
        notes: notes.map(({ words, retired, weight }) =>
          retired && weight === 0 ? `~~${words}~~ ← STALE (it changed)` : words,
        ),
      },
      null,
      2,
    ),
  ])

const graph = fc
  .array(fc.array(item, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map((all): [Place, string] => [
    GRAPH,
    all
      .map((items, at) =>
        JSON.stringify({
          type: "entity",
          name: `Entity ${at}`,
          entityType: "part",
          observations: items.map(({ words, retired, weight }) =>
            retired && weight === 0 ? `~~${words}~~ ← STALE (it changed)` : words,
          ),
        }),
      )
      .join("\n"),
  ])

/** Random files of all formats with dated, nested, retired and duplicate entries. */
export const storedFiles: fc.Arbitrary<{ place: Place; text: string }> = fc
  .oneof(
    { weight: 5, arbitrary: markdown },
    { weight: 1, arbitrary: protocol },
    { weight: 1, arbitrary: runs },
    { weight: 1, arbitrary: graph },
  )
  .map(([place, text]) => ({ place, text }))
