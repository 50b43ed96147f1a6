import { subjectsOf } from "@/lib/coach/extractive/subjects"
import { isSentence, isWorthSharing, isSelfContained } from "@/lib/coach/extractive/worth-sharing"
import { troubleLevel } from "@/lib/coach/extractive/distinct-statements"
import { quoteStatement } from "@/lib/coach/extractive/findings"
import { addressesIn } from "@/lib/coach/model/grounding"
import { formatById } from "@/lib/formats/format-detection"
import { isPlaceholder } from "@/lib/memory/alerts/file/empty-or-removed"
import { linksIn } from "@/lib/memory/memory-files/topic-files"
import { citationsIn } from "@/lib/memory/memory-files/cited-code-paths"
import { readClaim } from "@/lib/memory/similarity/contradictable-statement"
import { linesOfLog } from "@/lib/memory/compaction/log-notes"
import { planCompaction } from "@/lib/memory/compaction/plan-logs"
import { scoreLog } from "@/lib/memory/compaction/score-log"
import { conflictBetween } from "@/lib/memory/conflicts/conflict"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { highlightsOf } from "@/lib/memory/search/mark-terms"
import { matchEntries } from "@/lib/memory/history/entry-identity"
import { readInline } from "@/lib/memory/text/inline-markdown"
import { findPoisoning } from "@/lib/memory/poisoning/find"
import { listInvisible } from "@/lib/memory/characters/hidden-characters"
import { compareStatements } from "@/lib/memory/comparison/compare-statements"
import { hunksOf } from "@/lib/memory/text/line-differences"
import { listLookAlikes } from "@/lib/memory/characters/look-alikes"
import { mergeFile } from "@/lib/memory/merge/merge-file"
import { findNoise } from "@/lib/memory/memory-files/session-noise-patterns"
import { findRestated, instructionLines } from "@/lib/memory/comparison/restated-instructions"
import { searchDocument, searchQuery } from "@/lib/memory/search/search-text"
import { hideSecrets, findSecrets } from "@/lib/memory/secrets/secrets"
import { similarity } from "@/lib/memory/similarity/matching"
import { readStatement } from "@/lib/memory/similarity/statement"
import { mergeKeepingBoth, mergeThreeWay } from "@/lib/memory/text/three-way-merge"

/** A path of each format. */
const PATHS: Readonly<Record<FormatId, string>> = {
  kaizen: ".kaizen/agents/scout/memory.md",
  "memory-protocol": "memory/projects/ledger/memory.json",
  "category-memory": ".claude/agent-memory/review/MEMORY.md",
  "memory-workspace": "memory/2026-02-15.md",
  "run-cache": ".sdd/cache/project_memory.json",
  "claude-agent-memory": ".claude/agent-memory/scout/MEMORY.md",
  "claude-auto-memory": "memory/MEMORY.md",
  "openclaw-workspace": "MEMORY.md",
  "agents-dir-memory": ".agents/memory/MEMORY.md",
  "cline-memory-bank": "memory-bank/progress.md",
  "serena-memories": ".serena/memories/style.md",
  "mcp-memory-graph": "memory.jsonl",
  instructions: "CLAUDE.md",
  "codex-memories": ".codex/memories/MEMORY.md",
  "added-memories": "GEMINI.md",
}

type Analysis = readonly [name: string, work: (text: string) => unknown]

const PARSERS = Object.entries(PATHS).map(([id, path]): Analysis => {
  const format = formatById(id as FormatId)
  return [`the parser of ${id}`, (text) => [format.recognizes?.(text, path), format.parse(text, path)]]
})

const GRAPH_LINE = '{"type":"entity","name":"a","entityType":"b","observations":[]}'

/** All analyses of untrusted text on the server, by name. */
export const ANALYSES: readonly Analysis[] = [
  ...PARSERS,
  ["search", (text) => [searchDocument(text), searchQuery(text), highlightsOf(text, ["word"])]],
  ["the scan for secrets", (text) => [findSecrets(text), hideSecrets(text)]],
  ["the scan for instructions", findPoisoning],
  ["the scan for hidden characters", (text) => [listInvisible(text), listLookAlikes(text)]],
  ["noise", findNoise],
  ["claims", readClaim],
  ["similarity", (text) => [compareStatements(text, `${text} x`), similarity(text, `x ${text}`)]],
  ["conflicts", (text) => conflictBetween({ text, date: null }, { text: `never ${text}`, date: null })],
  [
    "instruction files",
    (text) => [
      instructionLines(text),
      findRestated(text, [{ path: "CLAUDE.md", entries: [{ line: 1, text }] }]),
    ],
  ],
  ["inline Markdown", (text) => text.split("\n").map((line) => readInline(line))],
  ["citations and links", (text) => [citationsIn(text), linksIn(text, "MEMORY.md"), isPlaceholder(text)]],
  [
    "the built-in coach",
    (text) => {
      const statement = readStatement(text)
      return [
        subjectsOf(statement),
        isWorthSharing(statement),
        isSentence(text),
        isSelfContained(text),
        quoteStatement(text),
        troubleLevel(text, text),
      ]
    },
  ],
  ["the check of a model's answer", addressesIn],
  [
    "identity",
    (text) =>
      matchEntries(
        [{ id: "1", key: null, text, section: null }],
        [{ key: null, text: `${text}x`, section: null }],
      ),
  ],
  ["differences", (text) => hunksOf(text, `${text}x\n${text}`, 3)],
  [
    "merges",
    (text) => {
      const sides = { base: text, ours: `${text}x`, theirs: `y${text}` }
      return [
        mergeThreeWay({ ...sides, by: "words" }),
        mergeKeepingBoth(sides),
        mergeFile({ format: formatById("memory-workspace"), path: "MEMORY.md" }, sides),
      ]
    },
  ],
  [
    "the merge of knowledge graphs",
    (text) => {
      const base = `${GRAPH_LINE}\n${text}`
      const sides = { base, ours: `${base}x`, theirs: `${GRAPH_LINE}\n${base}` }
      return formatById("mcp-memory-graph").merge?.(sides)
    },
  ],
  [
    "compaction",
    (text) => {
      const lines = linesOfLog({ text, line: 1, section: "Notes" })
      const entries = [text, ...lines.slice(0, 3).map((line) => line.text)].map((said, number) => ({
        id: String(number),
        text: said,
        section: text.slice(0, 200),
        file: "log",
        path: "memory/2026-02-15.md",
        line: 1,
        day: "2026-02-15",
      }))
      const asked = { entries, curated: [], instructions: [], refused: [], today: "2026-02-16" }
      return planCompaction(scoreLog(asked), { sections: ["Notes"], most: 10 })
    },
  ],
]
