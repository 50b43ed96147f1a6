"use client"

import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { Button } from "@/components/ui/button"
import { buttonLook } from "@/components/ui/button-look"
import { formatCount } from "@/lib/memory/text/sentence"
import { useListKeys, focusedRow } from "@/components/data/keyboard-shortcuts"
import { MenuButton } from "@/components/ui/menu-button"
import { titledStatement } from "@/lib/memory/memory-files/shown-statement"
import { agentPath, filePath } from "@/components/data/addresses"
import type { NamedSlug } from "../fleet"
import type { MissedEntry } from "./overlapping-entries"
import { type ShareWith, useShare, WaitingLink } from "../share-entry"

interface MissedListProps {
  team: string
  entries: readonly MissedEntry[]
  categories: readonly NamedSlug[]
  /** True if the reader may propose. */
  mayShare: boolean
}

const ROWS = "main li[data-entry]"

/**
 * Entries known to one agent only, the most reusable first. `j` and `k` move, `s` shares the focused entry.
 */
export function SiloList({ team, entries, categories, mayShare }: MissedListProps) {
  const { shared, busy, share } = useShare(team)
  const projects = new Set(
    entries.flatMap(({ project, missedBy }) => [project, ...missedBy.map((mate) => mate.project)]),
  )
  const showProject = projects.size > 1
  const shareHere = () => {
    const entry = entries[focusedRow(ROWS).at]
    if (entry && entry.waiting === null && !shared.has(entry.entry)) void share(entry, "category")
  }
  const shareKey = { keys: "s", does: "Share entry with the category", run: shareHere }
  useListKeys("Known to one agent", { rows: ROWS, row: "entry", more: mayShare ? [shareKey] : [] })
  return (
    <ol
      aria-label="Entries known to one agent"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      {entries.map((entry) => {
        const waiting = entry.waiting ?? shared.get(entry.entry) ?? null
        const category = categories.find(({ slug }) => slug === entry.category)?.name ?? entry.category
        return (
          <li
            key={entry.entry}
            data-entry
            tabIndex={-1}
            className="flex flex-col gap-2 border-line px-3.5 py-2.75 -outline-offset-2 not-first:border-t focus-within:bg-accent-wash md:flex-row md:items-start md:gap-5"
          >
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere whitespace-pre-line">
                <VisibleText text={titledStatement(entry)} />
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-2">
                <span>
                  known to{" "}
                  <Link href={agentPath(team, entry.project, entry.agent)} className="text-link">
                    {entry.agent}
                  </Link>
                  {showProject ? ` (${entry.project})` : null}
                </span>
                <span title={entry.missedBy.map(({ name, project }) => `${name} (${project})`).join(", ")}>
                  not known to {matesOf(entry, showProject)} in {category}
                </span>
                <Link href={filePath(team, entry.file, entry.line)} className="text-link wrap-anywhere">
                  {entry.path}:{entry.line}
                </Link>
              </p>
              <p className="mt-0.5 text-sm text-ink-3">
                <span className="tabular-nums">{Math.round(entry.score * 100)}% reusable</span>
                {entry.why.length > 0 ? `: ${entry.why.join(", ")}` : ""}
              </p>
            </div>
            <div className="flex shrink-0 items-center gap-2">
              {waiting && <WaitingLink team={team} proposal={waiting.id} />}
              {!waiting && mayShare ? (
                <ShareButtons
                  entry={entry}
                  category={category}
                  showProject={showProject}
                  isBusy={busy === entry.entry}
                  onShare={(how) => void share(entry, how)}
                />
              ) : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Returns who does not know the entry: a name, or the number of teammates. */
function matesOf({ mates, missedBy: [first] }: MissedEntry, showProject: boolean): string {
  return mates === 1 && first ? nameOf(first, showProject) : formatCount(mates, "teammate")
}

const nameOf = ({ name, project }: MissedEntry["missedBy"][number], showProject: boolean): string =>
  showProject ? `${name} (${project})` : name

interface ShareButtonsProps {
  entry: MissedEntry
  category: string | null
  showProject: boolean
  isBusy: boolean
  onShare: (how: ShareWith) => void
}

function ShareButtons({ entry, category, showProject, isBusy, onShare }: ShareButtonsProps) {
  const { agent, missedBy } = entry
  const [only] = missedBy
  const proposeToMates =
    only && missedBy.length === 1
      ? `Propose to ${nameOf(only, showProject)}`
      : `Propose to all ${missedBy.length} teammates`
  return (
    <>
      <Button size="sm" aria-keyshortcuts="S" disabled={isBusy} onClick={() => onShare("category")}>
        Share with {category}…
      </Button>
      <MenuButton
        label={`More ways to share this entry from ${agent}`}
        className={buttonLook("quiet", "sm")}
        align="end"
        groups={[{ items: [{ label: proposeToMates, run: () => onShare("mates") }] }]}
      >
        ⋯
      </MenuButton>
    </>
  )
}
