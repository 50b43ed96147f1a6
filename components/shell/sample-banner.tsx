"use client"

import { useState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { preloadable } from "@/components/data/preloadable"
import { Link } from "@/components/ui/link"

/** The script of the dialog loads when it opens, because every page has the banner. */
const RemoveDialog = preloadable(() =>
  import("./remove-samples-dialog").then((one) => one.RemoveSamplesDialog),
)

interface SampleBannerProps {
  /**
   * Address of the import of the reader’s own team, or of the form for a new team. Null if the reader may not
   * create a team.
   */
  importHref: string | null
  /** Names of all sample teams. */
  teams: readonly string[]
  /** Deletes the sample teams; null: the reader may not. */
  remove: FormAction | null
}

/**
 * Banner above every page of a sample team: explains the sample data, and links to the import and the
 * removal.
 */
export function SampleBanner({ importHref, teams, remove }: SampleBannerProps) {
  return (
    <section
      aria-label="Sample data"
      data-banner
      className="flex min-h-banner flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line bg-raised px-4 py-1 text-sm text-ink-2 print:hidden"
    >
      <span className="max-sm:hidden">You’re looking at sample data.</span>
      <span className="sm:hidden">Sample data</span>
      {importHref === null ? null : (
        <Link href={importHref} className="text-link">
          Import your own
        </Link>
      )}
      {remove === null ? null : <RemoveSamples teams={teams} action={remove} />}
    </section>
  )
}

function RemoveSamples({ teams, action }: { teams: readonly string[]; action: FormAction }) {
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <button type="button" className="text-link hover:underline" onClick={() => setOpen(true)}>
        Remove samples
      </button>
      {open === null ? null : <RemoveDialog {...{ open, teams, action }} onOpenChange={setOpen} />}
    </>
  )
}
