/** Seeded random numbers. */
export class Chance {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** An integer from 0 to `most` - 1. */
  one(most: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }

  of<One>(all: readonly One[]): One {
    return all[this.one(all.length)] as One
  }

  some<One>(all: readonly One[], count: number): One[] {
    const left = [...all]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.one(left.length), 1)[0] as One,
    )
  }
}

export interface RandomFleet {
  /** Memory files by project and path. */
  readonly projects: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly placed: readonly { readonly project: string; readonly agent: string; readonly category: string }[]
}

export const NAMES = [
  "structure-architect",
  "interface-architect",
  "risk",
  "risk-architect",
  "architecture-coordinator",
  "DataBot",
  "Data-Bot",
  "data-bot",
  "data bot",
  "v2.planner",
  "émile-scout",
  "Ünder Kid",
  "STRAẞE",
  "my agent",
  "my-agent",
  "a--b",
  "x_y",
  "unit-tester",
  "contract-tester",
  "contract-reviewer",
  "testing-coordinator",
  "日本語",
  "lead-",
  "UPPER",
  "İstanbul",
  "#1",
  "a*b",
  "tester",
  "Tester",
  "shared",
  "everyone",
  "specific",
  "x-specific",
  "n",
]
const SLUGS = ["architecture", "testing", "review"]

const LINES = [
  "- Undated word",
  "- [2026-02-11] Dated word",
  "- [2026-13-45] Odd date",
  "* Star with `code`",
  "1. numbered",
  "- ~~Old~~ ← STALE (gone)",
  "- [2026-01-02] ~~Older~~ ← STALE (moved (twice))",
  "- ~~Without a reason~~ ← STALE",
  "- Nested\n  - one\n  - two\n    - three",
  "- With a paragraph\n\n  and another one",
  "- With code\n\n  ```ts\n  const one = 1\n  ```",
  "A paragraph",
  "A paragraph of\ntwo lines",
  "```sh\nrun me\n```",
  "~~~\n## No heading\n~~~",
  "| a | b |\n|---|---|\n| c | d |",
  "Words before a table\n\n| a | b |\n|---|---|\n| c | d |",
  "<!-- note -->",
  "<!-- many\nlines -->",
  "---",
  "***",
  "> quote",
  "    indented code",
  "## Watch Points",
  "## Watch Points",
  "### Deep",
  "# Again",
  "## Shared Patterns",
  "## Coordinator Notes",
  "## Risk-Specific",
  "## DataBot-Specific",
  "Title\n=====",
  "Under\n-----",
  "- [ ] open task",
  "- [x] done task",
  "- # no heading",
  "- [Link](topic.md) — hook",
  "- § sign",
  "",
  "",
  "",
  "- Said by all",
  "- [2026-05-05] Said by all",
  "- [2026-06-06] Said by all",
  "- \\* escaped",
  "- trailing backslash \\",
  "- two spaces  \n  at its end",
  "-",
  "- ",
  "+ plus",
  "- emoji 🎉 and \u00a0 space",
  "- tab\tinside",
  "-\ttab after",
  "<details>\n<summary>x</summary>\n\n- in html\n\n</details>",
  "- Migrated to PATH",
  "- ← STALE (nothing struck)",
  "- ~~half struck~~ and more",
  "- **bold** _it_ ~~strike~~",
  "[ref]: http://example.com",
  "## ",
  "####### seven",
  "- a\n- b\n\n- loose c",
  "Setext of\ntwo lines\n---",
  "- [2026-02-11]  two blanks",
  "- [2026-02-11]",
  "## Closed ##",
  "- zero\u200bwidth",
  "\u2028",
  "- line\u2028separator",
  "word\fform feed",
  "- ends with ←",
]

export function randomText(chance: Chance, agent: string): string {
  const kind = chance.one(12)
  if (kind === 0) return ""
  if (kind === 1) return "\n\n"
  const length = chance.one(20) === 0 ? 300 : chance.one(14)
  const lines = Array.from({ length }, (_, at) => {
    if (length === 300) return `- [2026-0${1 + (at % 9)}-11] ${agent} knows ${at}`
    if (chance.one(4) === 0) return `- ${agent} alone knows ${at}`
    return chance.of(kind === 2 ? LINES.filter((line) => line.includes("~~")) : LINES)
  })
  const head = chance.of([
    "",
    `# ${agent}\n\n`,
    "---\nname: x\ntype: feedback\n---\n",
    "\uFEFF",
    "\uFEFF# Title\n\n",
  ])
  const text = `${head}${lines.join(chance.one(3) === 0 ? "\n\n" : "\n")}${chance.of(["\n", "\n", "", "\n\n\n"])}`
  return chance.one(5) === 0 ? text.replaceAll("\n", "\r\n") : text
}

export function kaizenText(chance: Chance, agent: string): string {
  const silent = chance.one(10) === 0 ? "memory: disabled\n" : ""
  return `---\nagent: ${JSON.stringify(agent)}\nproject: ledger\nlast_updated: 2026-11-20\nsession_count: 1\n${silent}---\n\n## Project Context\n<!-- What this agent knows about the project it works in -->\n\n## Accumulated Findings\n${randomText(chance, agent).replace(/^(?:\uFEFF|---[\s\S]*?---\n)/, "")}\n\n## Session Log\n- 2026-11-20 · looked · done\n`
}

/** Agents in up to three categories of two projects, with unusual names and contents. */
export function randomFleet(chance: Chance): RandomFleet {
  const ledger: Record<string, string> = {}
  const other: Record<string, string> = {}
  const placed: { project: string; agent: string; category: string }[] = []
  const plain = chance.one(3) > 0
  const pool = plain ? NAMES.filter((name) => /^[a-z]+(?:-[a-z]+)*$/.test(name)) : NAMES
  const names = chance.some(pool, 2 + chance.one(8))
  for (const category of SLUGS) {
    const its = names.filter((_, at) => at % SLUGS.length === SLUGS.indexOf(category))
    if (its.length === 0) continue
    const layout = chance.of(["A", "A", "A", "C", "mixed"])
    const folder = `.claude/agent-memory/${category}`
    if (layout === "C") ledger[`${folder}/SHARED.md`] = randomText(chance, category)
    if (layout === "mixed")
      ledger[`${folder}/MEMORY.md`] =
        `# ${category} Category Memory\n\n## Shared Patterns\n${chance.one(2) === 0 ? "" : randomText(chance, category).replace("\uFEFF", "")}\n## Coordinator Notes\n- A note\n`
    for (const agent of its) {
      if (layout === "C") ledger[`${folder}/${agent}.md`] = randomText(chance, agent)
      else if (chance.one(3) === 0) ledger[`.kaizen/agents/${agent}/memory.md`] = kaizenText(chance, agent)
      else ledger[`.claude/agent-memory/${agent}/MEMORY.md`] = randomText(chance, agent)
      if (chance.one(8) > 0) placed.push({ project: "ledger", agent, category })
      if (chance.one(3) === 0) {
        other[`.claude/agent-memory/${agent}/MEMORY.md`] = randomText(chance, agent)
        placed.push({ project: "other", agent, category })
      }
    }
  }
  return {
    projects: Object.fromEntries(
      Object.entries({ ledger, other }).filter(([, files]) => Object.keys(files).length > 0),
    ),
    placed,
  }
}
