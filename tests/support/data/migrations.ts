import { database } from "@/lib/db/infra/client"
import { systemActor } from "@/lib/auth/create-actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { DEFAULT_TAXONOMY } from "@/lib/memory/agents/categories"
import { previewMigration } from "@/lib/operations/migration/migrations"
import { runMigration } from "@/lib/operations/migration/run"
import { runOperation } from "@/lib/operations/operation"
import { applyTaxonomy } from "@/lib/operations/categories/category-assignment"
import { setCategory } from "@/lib/operations/categories/categories"
import { expectDone } from "./people"

interface Wanted {
  readonly team: { readonly slug: string }
  readonly project: string
  readonly to: "A" | "D"
  readonly categories?: readonly string[]
}

export const previewTo = async ({ team, ...wanted }: Wanted, actor: Actor = systemActor()) =>
  expectDone(await runOperation(previewMigration, actor, { team: team.slug, ...wanted }))

/** Previews a migration, then runs it. */
export async function migrateTo(wanted: Wanted, actor: Actor = systemActor()) {
  const preview = await previewTo(wanted, actor)
  const { team, ...what } = wanted
  return {
    preview,
    ...expectDone(
      await runOperation(runMigration, actor, { team: team.slug, ...what, shown: preview.shown }),
    ),
  }
}

/** The files of a team by project and path, with the stored IDs, statements and lines of their entries. */
export async function filesThere(team: {
  readonly id: string
}): Promise<Record<string, { text: string; ids: string[]; said: string[]; lines: number[] }>> {
  const rows = await database().$queryRaw<
    { place: string; text: string; ids: string[]; entries: string[]; said: string[]; lines: number[] }[]
  >`
    SELECT p.slug || '/' || f.path AS place, r.text, r.entry_ids AS ids, ARRAY(SELECT e.id FROM entry e WHERE e.team_id = f.team_id AND e.file_id = f.id ORDER BY e.position) AS entries,
      ARRAY(SELECT e.state || ' ' || e.text FROM entry e WHERE e.team_id = f.team_id AND e.file_id = f.id ORDER BY e.position) AS said, ARRAY(SELECT e.line FROM entry e WHERE e.team_id = f.team_id AND e.file_id = f.id ORDER BY e.position) AS lines FROM memory_file f
    JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
    WHERE f.team_id = ${team.id}::uuid AND f.state <> 'gone' ORDER BY place`
  for (const { place, ids, entries } of rows)
    if (ids.join() !== entries.join())
      throw new Error(`the entries of ${place} are not those of its revision`)
  return Object.fromEntries(
    rows.map(({ place, text, ids, said, lines }) => [place, { text, ids, said, lines }]),
  )
}

/**
 * The fleet of the category memory decision: 42 agents in 13 categories. The document names 40. The others
 * follow from its text: Testing has up to six agents with the divided tester (§2.3), and every category has a
 * coordinator (§4.2), also Review, whose lists name none.
 */
export const FLEET: readonly {
  readonly agent: string
  readonly slug: string
  readonly coordinates: boolean
}[] = DEFAULT_TAXONOMY.flatMap(({ slug, agents, coordinator }) => [
  ...[...agents, ...(slug === "testing" ? ["tester"] : [])].map((agent) => ({
    agent,
    slug,
    coordinates: false,
  })),
  ...[coordinator ?? (slug === "review" ? "review-coordinator" : null)].flatMap((agent) =>
    agent === null ? [] : [{ agent, slug, coordinates: true }],
  ),
])

/** The default taxonomy, edited for that fleet. */
export async function nameFleet(team: { readonly slug: string }): Promise<void> {
  expectDone(
    await runOperation(setCategory, systemActor(), {
      team: team.slug,
      category: "review",
      coordinator: "review-coordinator",
    }),
  )
  expectDone(
    await runOperation(setCategory, systemActor(), {
      team: team.slug,
      category: "testing",
      members: FLEET.filter((one) => one.slug === "testing" && !one.coordinates).map(({ agent }) => agent),
    }),
  )
  expectDone(await runOperation(applyTaxonomy, systemActor(), { team: team.slug }))
}

/** The fleet in layout C: one shared file for each category and a file for each role. */
export function sharedFiles(): Record<string, string> {
  const folder = (slug: string) => `.claude/agent-memory/${slug}`
  const categories = [...new Set(FLEET.map(({ slug }) => slug))]
  return Object.fromEntries([
    ...categories.map((slug): [string, string] => [
      `${folder(slug)}/SHARED.md`,
      `# Shared by ${slug}\n\n- [2026-10-01] All of ${slug} know this\n- [2026-09-01] ~~${slug} polled~~ ← STALE (pushed since)\n`,
    ]),
    ...FLEET.map(({ agent, slug, coordinates }, place): [string, string] => [
      `${folder(slug)}/${coordinates ? "coordinator" : agent}.md`,
      `# ${agent}\n\n- [2026-10-${String(1 + (place % 28)).padStart(2, "0")}] ${agent} found part ${place}\n- Undated word of ${agent}\n  - nested ${place}\n${place % 3 === 0 ? `- [2026-10-01] All of ${slug} know this\n` : ""}\n## Watch Points\n\nTrap ${place} of ${agent}\n`,
    ]),
  ])
}

/**
 * The fleet with one file for each agent: headings, nested lists, retired and undated entries, and
 * duplicates.
 */
export function ownFiles(
  style: (agent: string, place: number) => "kaizen" | "claude" = () => "claude",
): Record<string, string> {
  return Object.fromEntries(
    FLEET.map(({ agent, slug }, place): [string, string] => {
      const day = String(1 + (place % 28)).padStart(2, "0")
      const lines = [
        `- [2026-10-${day}] All of ${slug} know part ${slug.length}`,
        `- [2026-09-${day}] ${agent} alone found part ${place * 7}`,
        `- Undated word of ${agent}\n  - nested ${place}\n\n  and a paragraph`,
        `- [2026-01-${day}] ~~${agent} polled the feed~~ ← STALE (it is pushed since)`,
      ]
      const watch = `- [2026-11-${day}] Trap ${place} of ${agent}`
      if (style(agent, place) === "kaizen") {
        return [
          `.kaizen/agents/${agent}/memory.md`,
          `---\nagent: ${agent}\nproject: ledger\nlast_updated: 2026-11-20\nsession_count: 1\n---\n\n## Project Context\n<!-- What this agent knows about the project it works in -->\n\n## Accumulated Findings\n${lines.join("\n")}\n\n## Watch Points\n<!-- odd -->\n${watch}\n\n## Session Log\n- 2026-11-20 · looked · done\n`,
        ]
      }
      return [
        `.claude/agent-memory/${agent}/MEMORY.md`,
        `# ${agent}\n\nWords before a list.\n\n${lines.join("\n")}\n\n## Watch Points\n\n${watch}\n`,
      ]
    }),
  )
}
