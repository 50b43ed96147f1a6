"use client"

import dynamic from "next/dynamic"
import { type ReactNode, useState } from "react"
import { callOperation } from "@/components/data/http-client"
import { showErrorToast } from "@/components/data/show-toast"
import type { CurrentEntry, Intent, ProposalTarget, UndoPath } from "./proposal-types"

const ProposeDialog = dynamic(() => import("./propose-dialog").then((one) => one.ProposeDialog))

/**
 * Returns a function that opens the proposal dialog with the current entry, and the dialog to render. The
 * function is null if `to` is null.
 */
export function usePropose(
  to: ProposalTarget | null,
  undoPath: UndoPath,
): [propose: ((intent: Intent) => void) | null, dialog: ReactNode] {
  const [asked, setAsked] = useState<{
    intent: Intent
    entry: CurrentEntry | null
    revision: number | null
  } | null>(null)
  if (to === null) return [null, null]
  const propose = (intent: Intent) => {
    if (intent.kind === "add") return setAsked({ intent, entry: null, revision: to.revision })
    const { line, position } = intent
    void callOperation("file.entry", {
      file: to.file,
      team: to.team,
      line: String(line),
      position: String(position),
    }).then(
      ({ revision, ...entry }) =>
        setAsked({
          intent:
            intent.kind === "retire" && entry.state === "retired" ? { ...intent, kind: "restore" } : intent,
          entry,
          revision: to.revision === null ? null : revision,
        }),
      (cause: Error) => showErrorToast(cause.message),
    )
  }
  return [
    propose,
    asked ? (
      <ProposeDialog
        to={asked.intent.kind === "add" ? to : { ...to, revision: asked.revision }}
        intent={asked.intent}
        entry={asked.entry}
        undoPath={undoPath}
        close={() => setAsked(null)}
      />
    ) : null,
  ]
}
