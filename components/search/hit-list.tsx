import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { SELECTABLE } from "@/components/data/row-selection"
import { VisibleText } from "@/components/text/visible-text"
import { InlineText } from "@/components/text/inline-markdown"
import { Tag } from "@/components/ui/tag"
import { describeDays, ageInDays } from "@/lib/memory/memory-files/entry-dates"
import { shownEntry } from "@/lib/memory/memory-files/shown-statement"
import type { OutputOf } from "@/lib/http/contract"
import { SelectHit } from "./search-controls"

interface HitListProps {
  team: string
  groups: readonly HitGroup[]
  /** Words to highlight. */
  terms: readonly string[]
  now: Date
  /** True if the search covers several projects. */
  showProject: boolean
  /** True if the results are in `SelectableHits`. */
  isSelectable: boolean
}

/** The search results, grouped by file. Each result links to its line. */
export function HitList({ team, groups, terms, now, showProject, isSelectable }: HitListProps) {
  return groups.map((group) => (
    <section key={group.fileId} aria-labelledby={`file-${group.fileId}`} className="mb-4">
      <h2
        id={`file-${group.fileId}`}
        className="flex flex-wrap items-baseline gap-x-2 px-3 pb-1 font-medium wrap-anywhere"
      >
        <Link href={filePath(team, group.fileId)} className="hover:text-accent">
          <VisibleText text={group.path} />
        </Link>
        <span className="font-normal text-ink-3">
          {[group.agent, showProject ? group.project : null].filter(Boolean).join(", ")}
        </span>
      </h2>
      {group.about ? (
        <p className="px-3 pb-1 text-sm wrap-anywhere text-ink-2">
          <InlineText text={group.about} terms={terms} />
        </p>
      ) : null}
      <ul className="rounded-lg border border-line bg-surface">
        {group.hits.map((hit) => (
          <Found key={hit.id} {...{ team, hit, terms, now, isSelectable }} />
        ))}
      </ul>
    </section>
  ))
}

const LONG = 600

interface FoundProps extends Pick<HitListProps, "team" | "terms" | "now" | "isSelectable"> {
  hit: Hit
}

function Found({ team, hit, terms, now, isSelectable }: FoundProps) {
  const whole = shownEntry(hit)
  const text = whole.length > LONG ? `${whole.slice(0, LONG)}…` : whole
  const retired = hit.state === "retired"
  const age = hit.date === null ? null : describeDays(ageInDays(hit.date, now))
  return (
    <li
      data-row={hit.id}
      className={`relative flex items-baseline gap-3 border-t border-line px-3 py-2 first:border-t-0 hover:bg-raised has-checked:bg-accent-wash has-focus-visible:bg-accent-wash ${isSelectable ? SELECTABLE : ""}`}
    >
      {isSelectable ? <SelectHit id={hit.id} name={text.slice(0, 80)} /> : null}
      <div className="min-w-0 flex-1">
        <p
          className={`line-clamp-6 wrap-anywhere whitespace-pre-line ${retired ? "text-ink-3 line-through" : ""}`}
        >
          <InlineText text={text} terms={terms} />
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
          <Link
            data-hit
            href={`${filePath(team, hit.fileId, hit.line)}`}
            className="font-mono wrap-anywhere text-ink-2 after:absolute after:inset-0"
          >
            <VisibleText
              text={hit.path.slice(hit.path.lastIndexOf("/", hit.path.lastIndexOf("/") - 1) + 1)}
            />
            :{hit.line}
          </Link>
          {hit.section ? (
            <span className="wrap-anywhere">
              <VisibleText text={hit.section} />
            </span>
          ) : null}
          <HitTags hit={hit} now={now} />
        </p>
      </div>
      {age ? <span className="shrink-0 text-sm text-ink-3">{age}</span> : null}
    </li>
  )
}

/** Tag of a current entry that is verified or stale. */
function FreshnessTag({ hit: { stale, vouched }, now }: { hit: Hit; now: Date }) {
  if (vouched && vouched.until >= now.toISOString().slice(0, 10)) return <Tag tone="good">verified</Tag>
  return stale ? <Tag tone="caution">stale</Tag> : null
}

/** Tags of a result: match by meaning, type, retired, stale, verified, outranked and scope. */
function HitTags({ hit, now }: { hit: Hit; now: Date }) {
  return (
    <>
      {hit.found === "meaning" ? <Tag>similar meaning</Tag> : null}
      {hit.type ? <Tag>{hit.type}</Tag> : null}
      {hit.state === "retired" ? <Tag>retired</Tag> : <FreshnessTag hit={hit} now={now} />}
      {hit.outranked ? (
        <span className="wrap-anywhere">
          <Tag>outranked</Tag> by <VisibleText text={hit.outranked.path} />:{hit.outranked.line}
          {hit.outranked.override ? " (override)" : ""}
        </span>
      ) : null}
      {hit.scope === "project" ? null : <Tag>{hit.scope}</Tag>}
    </>
  )
}

/** A search result, as `searchEntries` returns it. */
export type Hit = OutputOf<"entry.search">["hits"][number]

interface HitGroup {
  fileId: string
  path: string
  project: string
  agent: string | null
  /** The description in the front matter of the file. */
  about: string | null
  hits: Hit[]
}

/** Groups results by file, the file with the best result first. */
export function groupHits(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>()
  for (const hit of hits) {
    const group = groups.get(hit.fileId) ?? {
      fileId: hit.fileId,
      path: hit.path,
      project: hit.project,
      agent: hit.agent,
      about: hit.about,
      hits: [],
    }
    group.hits.push(hit)
    groups.set(hit.fileId, group)
  }
  return [...groups.values()]
}
