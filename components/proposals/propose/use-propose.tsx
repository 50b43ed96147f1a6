"use client"

import dynamic from "next/dynamic"
import { type ReactNode, useState } from "react"
import { callOperation } from "@/components/data/http-client"
import { showErrorToast } from "@/components/data/show-toast"
import type { CurrentEntry, Intent, ProposalTarget } from "./propose-types"

const ProposeDialog = dynamic(() => import("./propose-dialog").then((one) => one.ProposeDialog))

/**
 * Returns a function that opens the proposal dialog with the current entry, and the dialog to render. The
 * function is null if `to` is null.
 */
export function usePropose(
  to: ProposalTarget | null,
): [propose: ((intent: Intent) => void) | null, dialog: ReactNode] {
  const [asked, setAsked] = useState<{ intent: Intent; entry: CurrentEntry | null } | null>(null)
  if (to === null) return [null, null]
  const propose = (intent: Intent) => {
    if (intent.kind === "add") return setAsked({ intent, entry: null })
    const { line, position } = intent
    void callOperation("file.entry", {
      file: to.file,
      team: to.team,
      line: String(line),
      position: String(position),
    }).then(
      (entry) =>
        setAsked({
          intent:
            intent.kind === "retire" && entry.state === "retired" ? { ...intent, kind: "restore" } : intent,
          entry,
        }),
      (cause: Error) => showErrorToast(cause.message),
    )
  }
  return [
    propose,
    asked ? (
      <ProposeDialog to={to} intent={asked.intent} entry={asked.entry} close={() => setAsked(null)} />
    ) : null,
  ]
}
