"use client"

import { useRouter } from "next/navigation"
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react"
import { callOperation, newKey } from "@/components/data/http-client"
import { VisibleText } from "@/components/text/visible-text"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Field, Input, Select, Textarea } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { showToast } from "@/components/data/show-toast"
import type { CurrentEntry, Intent, ProposalTarget, UndoPath } from "../proposal-types"
import { readForm, type RequestedChange } from "./requested-change"
import { DIRECT_TEXT, writeDirectly } from "./write-directly"

interface ProposeDialogProps {
  to: ProposalTarget
  intent: Intent
  /** Entry that the proposal changes. Null for a new entry. */
  entry: CurrentEntry | null
  undoPath?: UndoPath
  close: () => void
}

const TITLES: Record<Intent["kind"], string> = {
  add: "Propose an entry",
  edit: "Propose a change",
  retire: "Propose retiring this entry",
  restore: "Propose restoring this entry",
  remove: "Propose removing this entry",
  move: "Propose moving this entry",
}

/**
 * Dialog for proposing a change to a memory file. A curator decides before anything is written. A curator can
 * also write the change at once.
 */
export function ProposeDialog({ to, intent, entry, undoPath = () => null, close }: ProposeDialogProps) {
  const router = useRouter()
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isDirect = useRef(false)
  const direct = DIRECT_TEXT[intent.kind]
  const write = async (base: number, { change, reason }: RequestedChange) => {
    const revision = await writeDirectly(to, { change, reason, base })
    const undo = undoPath(revision)
    close()
    void showToast(
      `Saved as revision ${revision}`,
      undo === null ? {} : { action: { label: "Undo…", onClick: () => router.push(undo) } },
    )
  }
  const propose = async ({ reason, ...asked }: RequestedChange) => {
    const proposed = await callOperation(
      "proposal.create",
      {
        team: to.team,
        project: to.project,
        file: to.file,
        changes: [asked.change],
        confidence: asked.confidence,
        type: asked.type,
        reason,
      },
      { key: newKey() },
    )
    close()
    void showToast(
      proposed.supporters > 1 ? "Already proposed. Your support was added" : "Proposal added to the inbox",
      {
        description: proposed.findings[0]?.message,
        action: { label: "Open", onClick: () => router.push(`/t/${to.team}/inbox?item=${proposed.id}`) },
      },
    )
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    const asked = readForm(new FormData(event.currentTarget), intent, entry)
    try {
      await (isDirect.current && to.revision !== null ? write(to.revision, asked) : propose(asked))
      router.refresh()
    } catch (cause) {
      setProblem((cause as Error).message)
      setSending(false)
    }
  }
  /** Submits the form for a direct write. Enter in a field always proposes. */
  const submitDirectly = () => {
    isDirect.current = true
    form.current?.requestSubmit()
    isDirect.current = false
  }
  const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="lg"
      title={to.revision === null ? TITLES[intent.kind] : direct.title}
      description={
        <>
          For{" "}
          <code className="font-mono wrap-anywhere">
            <VisibleText text={to.path} />
          </code>
          .{" "}
          {to.revision === null
            ? "A curator will review the proposal."
            : "Save the change now, or propose it for review."}
        </>
      }
      footer={
        <DialogButtons
          kind={intent.kind}
          onCancel={close}
          onDirect={to.revision === null ? null : submitDirectly}
          sending={sending}
        />
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter submits from any field */}
      <form
        ref={form}
        id="propose"
        className="grid gap-3"
        onSubmit={(event) => void submit(event)}
        onKeyDown={sendByKey}
      >
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <ChangeFields {...{ to, intent, entry }} />
        <Field
          label={intent.kind === "retire" ? "Why the entry is no longer true" : "Reason"}
          hint={
            to.revision === null
              ? "Shown to the curator next to the change."
              : "Shown in the history, and to the curator if you propose the change."
          }
        >
          {(control) => (
            <Input {...control} name="reason" required={intent.kind === "retire"} maxLength={500} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

const WITH_TEXT: readonly Intent["kind"][] = ["add", "edit"]
const WITH_SECTION: readonly Intent["kind"][] = ["add", "move"]

function QuotedEntry({ text }: { text: string }) {
  return (
    <blockquote className="rounded-md border border-line bg-raised px-3 py-2 wrap-anywhere whitespace-pre-wrap">
      <VisibleText text={text} />
    </blockquote>
  )
}

/** The text, the section, the type and the confidence, as far as the change has them. */
function ChangeFields({ to, intent, entry }: Pick<ProposeDialogProps, "to" | "intent" | "entry">) {
  const { kind } = intent
  const hasText = WITH_TEXT.includes(kind)
  const hasSection = WITH_SECTION.includes(kind) && to.sections.length > 0
  const stored = intent.kind === "add" ? (intent.section ?? to.sections.at(-1)) : entry?.section
  return (
    <>
      {entry && kind !== "edit" ? <QuotedEntry text={entry.text} /> : null}
      {hasText ? (
        <Field label="Entry" hint="Enter one finding that will remain true. Press Ctrl+Enter to propose it.">
          {(control) => (
            <Textarea {...control} name="text" rows={5} required defaultValue={entry?.text ?? ""} />
          )}
        </Field>
      ) : null}
      {hasSection ? (
        <Field label="Section">
          {(control) => (
            <Select {...control} name="section" defaultValue={stored ?? undefined}>
              {to.sections.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {kind === "add" && to.typed ? <TypeFields /> : null}
    </>
  )
}

function TypeFields() {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Type">
        {(control) => (
          <Select {...control} name="type" defaultValue="convention">
            {["decision", "convention", "pattern", "preference"].map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Confidence" hint="0 to 1">
        {(control) => (
          <Input
            {...control}
            name="confidence"
            type="number"
            min={0}
            max={1}
            step={0.05}
            defaultValue={0.8}
            required
          />
        )}
      </Field>
    </div>
  )
}

interface DialogButtonsProps {
  kind: Intent["kind"]
  onCancel: () => void
  /** Writes the change without a proposal. Null if the person may only propose. */
  onDirect: (() => void) | null
  sending: boolean
}

function DialogButtons({ kind, onCancel, onDirect, sending }: DialogButtonsProps) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      {onDirect === null ? null : (
        <Button variant={kind === "remove" ? "danger" : "default"} disabled={sending} onClick={onDirect}>
          {DIRECT_TEXT[kind].does}
        </Button>
      )}
      <Button variant="primary" type="submit" form="propose" disabled={sending}>
        {sending ? "Sending…" : "Propose"}
      </Button>
    </>
  )
}
