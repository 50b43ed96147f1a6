"use client"

import dynamic from "next/dynamic"
import { useActionState, useState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { Button } from "@/components/ui/button"
import { Link } from "@/components/ui/link"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

/** The dialog. Its script loads when it opens, because every page has the banner. */
const Dialog = dynamic(() => import("@/components/ui/dialog").then((one) => one.Dialog), { ssr: false })

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

const FORM = "remove-samples"

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
  const [state, submit] = useActionState(action, {})
  return (
    <>
      <button type="button" className="text-link hover:underline" onClick={() => setOpen(true)}>
        Remove samples
      </button>
      {open === null ? null : (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title="Remove samples?"
          description={`Deletes ${listed(teams)}, including all files, proposals and history. Your own teams are kept. This cannot be undone.`}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Submit form={FORM} variant="danger">
                Remove samples
              </Submit>
            </>
          }
        >
          <form id={FORM} action={submit}>
            <FormError>{state.error}</FormError>
          </form>
        </Dialog>
      )}
    </>
  )
}

const listed = (teams: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(teams.map((team) => `“${team}”`))
