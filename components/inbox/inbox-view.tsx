"use client"

import { useRouter } from "next/navigation"
import { filePath } from "@/components/fleet/fleet"
import { ButtonLink } from "@/components/ui/button"
import { Kbd } from "@/components/ui/kbd"
import { useKeys } from "@/components/ui/keys"
import { changedQuery, useQuery } from "@/components/ui/use-query"
import { runPath } from "@/components/source/source"
import type { Excerpt, Finding } from "./finding"
import { FindingList } from "./finding-list"
import { FindingPane } from "./finding-pane"
import { useExcerpt } from "./use-excerpt"

interface InboxViewProps {
  team: string
  findings: readonly Finding[]
  /** How many there are beyond those listed. */
  beyond: number
  /** By finding: what came with the page. */
  known: Readonly<Record<string, Excerpt>>
  now: string
  showProject: boolean
}

/** The list at the left, the finding at the right, what can be done below it; on a narrow screen one after the other. */
export function InboxView({ team, findings, beyond, known, now, showProject }: InboxViewProps) {
  const router = useRouter()
  const [query, change] = useQuery()
  const asked = query.get("item")
  const place = Math.max(0, findings.findIndex((one) => one.id === asked))
  const selected = findings[place] ?? null
  const { excerpt, problem } = useExcerpt(team, selected, findings[place + 1] ?? null, known)
  const out = selected && wayOut(team, selected)

  const select = (finding: Finding) => {
    // One column: going to an item is a step, so that Back leads to the list again.
    change({ item: finding.id }, window.matchMedia("(width >= 48rem)").matches ? "replace" : "push")
  }
  const step = (by: 1 | -1) => {
    const next = findings[asked === null && by > 0 && place === 0 && !isListed() ? 0 : place + by]
    if (!next) return
    select(next)
    requestAnimationFrame(() => {
      const link = document.querySelector<HTMLElement>(`[data-finding="${CSS.escape(next.id)}"]`)
      link?.focus({ preventScroll: true })
      link?.scrollIntoView({ block: "nearest" })
    })
  }
  useKeys("Inbox", [
    { keys: "j", does: "Next", run: () => step(1) },
    { keys: "k", does: "Previous", run: () => step(-1) },
    { keys: "Enter", does: "Open the file at the line", run: () => openSelected(selected, () => (out ? router.push(out.href) : undefined)) },
  ])
  return (
    <div className="min-h-0 flex-1 md:flex">
      <nav aria-label="What was found" className={`flex flex-col border-line md:w-98 md:shrink-0 md:overflow-y-auto md:border-r ${asked === null ? "" : "max-md:hidden"}`}>
        <FindingList findings={findings} selected={selected} onSelect={select} now={now} showProject={showProject} />
        {beyond > 0 ? <p className="px-4 py-3 text-ink-2">The {findings.length.toLocaleString("en")} worst are listed, {beyond.toLocaleString("en")} more wait. Choose a kind or a project to see others.</p> : null}
        <p className="mt-auto px-4 pt-6 pb-4 text-sm text-ink-3">Proposals, conflicts and syntheses will wait here too. For now these are what the imports found.</p>
      </nav>
      {selected && out ? (
        <div className={`min-w-0 flex-1 flex-col bg-surface md:flex ${asked === null ? "hidden" : "flex"}`}>
          <FindingPane key={selected.id} finding={selected} excerpt={excerpt} problem={problem} now={now} backHref={changedQuery(query, { item: null })} />
          <footer className="flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5 max-md:sticky max-md:bottom-0 md:px-7">
            <ButtonLink variant="primary" kbd="Enter" href={out.href}>
              {out.words}
            </ButtonLink>
            {selected.agent && selected.project ? (
              <ButtonLink href={`/t/${team}/fleet/${encodeURIComponent(selected.project)}/${encodeURIComponent(selected.agent)}`} prefetch={false} className="max-md:hidden">
                Open {selected.agent}
              </ButtonLink>
            ) : null}
            <span className="ml-auto flex items-center gap-1 text-ink-3 tabular-nums">
              <span className="mr-1">
                {(place + 1).toLocaleString("en")} of {findings.length.toLocaleString("en")}
              </span>
              <span className="flex gap-1 max-md:hidden">
                <Kbd hidden>J</Kbd>
                <Kbd hidden>K</Kbd>
              </span>
            </span>
          </footer>
        </div>
      ) : null}
    </div>
  )
}

function wayOut(team: string, finding: Finding): { href: string; words: string } {
  if (finding.fileId === null) return { href: finding.runId === null ? `/t/${team}/sources` : `${runPath(team, finding.runId)}?status=set-aside`, words: "Open the import that set it aside" }
  if (finding.line === null) return { href: filePath(team, finding.fileId), words: "Open the file" }
  return { href: filePath(team, finding.fileId, finding.line), words: `Open at line ${finding.line}` }
}

/** Enter opens what is selected, unless the focus stands on something else that Enter presses. */
function openSelected(selected: Finding | null, open: () => void): void {
  const here = document.activeElement
  const pressed = here instanceof HTMLElement && here.matches("a, button, summary") ? here : null
  if (pressed && pressed.dataset.finding !== selected?.id) pressed.click()
  else open()
}

/** Whether the focus is in the list already: the first j then goes on, else it begins. */
function isListed(): boolean {
  return document.activeElement instanceof HTMLElement && document.activeElement.dataset.finding !== undefined
}
