"use client"

import { PanelButtons, rowsOf, useProposalPreview } from "@/components/proposals/panels/edit-panel"
import { PanelForm } from "@/components/queue/panel-form"
import { useDraftFields } from "@/components/queue/drafts"
import { Field, Select, Textarea } from "@/components/ui/field"
import { LONGEST_STATEMENT } from "@/lib/memory/proposals/proposal-kinds"
import {
  type ResolutionRequest,
  type NarrowedScope,
  type SideName,
  type ResolutionPanelProps,
} from "./conflict"
import { SIDES } from "./conflict-text"
import { ResolvedFiles } from "./resolved-files"

interface Draft {
  readonly text: string
  /** Name of the new section; "" keeps the section. */
  readonly section: string
}

/** Names of the draft fields with the section of each side. */
const SECTION = { left: "section of left", right: "section of right" } as const

/** Panel for keeping both sides with narrower scope: changed text or another section. */
export function KeepBothPanel({ detail, onPreview, onDecide, onLeave }: ResolutionPanelProps) {
  const [typed, type] = useDraftFields()
  const draftOf = (side: SideName): Draft => ({
    text: typed[side] ?? detail.narrowing?.[side].text ?? detail[side].text,
    section: typed[SECTION[side]] ?? "",
  })
  const drafts = { left: draftOf("left"), right: draftOf("right") }
  const isEmpty = drafts.left.text.trim() === "" || drafts.right.text.trim() === ""
  const [left, right] = [
    narrowedTo(drafts.left, detail.left.text),
    narrowedTo(drafts.right, detail.right.text),
  ]
  const decision: ResolutionRequest = {
    verdict: "keep-both",
    ...(left ? { left } : {}),
    ...(right ? { right } : {}),
  }
  const { preview, problem, pending } = useProposalPreview<
    ResolutionRequest,
    Awaited<ReturnType<typeof onPreview>>
  >(isEmpty ? null : decision, onPreview)
  return (
    <PanelForm
      title="Keep both with narrower scopes"
      onSubmit={() => (isEmpty ? undefined : onDecide(decision))}
      onLeave={onLeave}
    >
      <div className="@container">
        <div className="grid gap-3 @lg:grid-cols-2">
          {(["left", "right"] as const).map((side) => (
            <div key={side} className="grid content-start gap-2">
              <Field
                label={`New text for the ${side} side`}
                required
                error={drafts[side].text.trim() === "" ? "Enter text" : undefined}
              >
                {(control) => (
                  <Textarea
                    {...control}
                    data-first={side === "left" || undefined}
                    rows={rowsOf(drafts[side].text)}
                    maxLength={LONGEST_STATEMENT}
                    value={drafts[side].text}
                    onChange={(event) => type({ [side]: event.target.value })}
                    className="font-mono"
                  />
                )}
              </Field>
              {(detail.narrowing?.[side].sections.length ?? 0) > 0 ? (
                <Select
                  aria-label={`Section for the ${SIDES[side].toLowerCase()} side`}
                  value={drafts[side].section}
                  onChange={(event) => type({ [SECTION[side]]: event.target.value })}
                >
                  <option value="">Current section</option>
                  {detail.narrowing?.[side].sections.map((section) => (
                    <option key={section} value={section}>
                      {section}
                    </option>
                  ))}
                </Select>
              ) : null}
            </div>
          ))}
        </div>
      </div>
      <ResolvedFiles
        words={[drafts.left.text, drafts.right.text]}
        preview={preview}
        problem={problem}
        pending={pending}
      />
      <PanelButtons
        words="Keep both with this text"
        disabled={isEmpty || (problem !== null && !pending)}
        onLeave={onLeave}
      />
    </PanelForm>
  )
}

/** Returns the changed parts of a draft; null if nothing changed. */
function narrowedTo({ text, section }: Draft, now: string): NarrowedScope | null {
  const narrowed = {
    ...(text.trim() === now.trim() ? {} : { text: text.trim() }),
    ...(section === "" ? {} : { section }),
  }
  return Object.keys(narrowed).length === 0 ? null : narrowed
}
