import type { ReactNode } from "react"
import { diffWords } from "@/components/text/diff-lines"
import { Pieces } from "@/components/text/pieces"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { WordsOf } from "./untrusted-text"

const VERBS: Record<ProposedChange["kind"], string> = {
  add: "Add",
  edit: "Change",
  retire: "Retire",
  restore: "Restore",
  remove: "Remove",
  move: "Move",
}

/** The requested changes in words, for proposals without a diff. */
export function RequestedChange({ changes }: { changes: readonly ProposedChange[] }) {
  return (
    <ul className="grid gap-1.5">
      {changes.map((change, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a change is its place in the proposal
        <li key={place} className="flex flex-wrap gap-x-2.5">
          <span className="w-16 shrink-0">{VERBS[change.kind]}</span>
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere whitespace-pre-wrap text-ink">
            {saidOf(change)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function saidOf(change: ProposedChange): ReactNode {
  switch (change.kind) {
    case "add":
      return <WordsOf text={change.text} />
    case "edit": {
      const { cut, add } = diffWords(change.before, change.text)
      return (
        <>
          <Pieces pieces={cut} as="cut" />
          <span className="text-ink-2"> to </span>
          <Pieces pieces={add} as="add" />
        </>
      )
    }
    case "retire":
      return (
        <>
          <WordsOf text={change.before} />
          <span className="text-ink-2">
            , reason: <WordsOf text={change.why} />
          </span>
        </>
      )
    case "move":
      return (
        <>
          <WordsOf text={change.before} />
          <span className="text-ink-2">
            {" "}
            to <WordsOf text={change.section ?? "the top of the file"} />
          </span>
        </>
      )
    case "restore":
    case "remove":
      return <WordsOf text={change.before} />
  }
}
