import { expect, it } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import { sectionFor } from "@/lib/operations/proposals/section"
import type { Target } from "@/lib/operations/proposals/target"

const TEXT = `# scout

## Webhooks

- The broker delivers each event at least once
- A handler answers within five seconds
- Failed deliveries are tried again after a minute

## Decisions

- Redis holds the sessions

## Deploys

- The ledger is deployed before the gateway
`

function sectionOf(text: string, type?: string): string | null {
  const path = ".claude/agent-memory/scout/MEMORY.md"
  const format = formatById("claude-agent-memory")
  const parsed = format.parse(TEXT, path)
  const target = {
    reading: { format, path },
    text: TEXT,
    format: "claude-agent-memory",
    ownSection: null,
    entries: parsed.entries.map((entry) => ({
      ...entry,
      section: entry.section === null ? null : (parsed.sections[entry.section]?.name ?? null),
    })),
  } as unknown as Target
  return sectionFor(target, { text, type, named: null, agent: "scout" })
}

it.each([
  ["a heading whose words the statement says", "Deploys happen on Tuesdays", undefined, "Deploys"],
  ["the heading for its type", "Amounts are integers in cents", "decision", "Decisions"],
  [
    "where the entry stands that is most like it",
    "Deploy the ledger ahead of the worker",
    undefined,
    "Deploys",
  ],
  ["where most stand", "The office closes at six", undefined, "Webhooks"],
])("an addition without a section goes to %s", (_, text, type, section) =>
  expect(sectionOf(text, type)).toBe(section),
)
