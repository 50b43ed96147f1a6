"use client"

import { useRouter } from "next/navigation"
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react"
import { callOperation, RefusedError } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { VisibleText } from "@/components/text/visible-text"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Field, Input, Select, Textarea } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { showToast } from "@/components/data/show-toast"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { CurrentEntry, Intent, ProposalTarget, UndoPath } from "./proposal-types"

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
          required={intent.kind === "retire"}
          hint={reasonHint(intent, to.revision !== null)}
        >
          {(control) => <Input {...control} name="reason" maxLength={500} />}
        </Field>
      </form>
    </Dialog>
  )
}

/** Returns the hint of the reason. `isDirect`: true if the change can be written without a proposal. */
function reasonHint({ kind }: Intent, isDirect: boolean): string {
  const shown = isDirect
    ? "Shown in the history, and to the curator if you propose the change."
    : "Shown to the curator next to the change."
  return kind === "retire" ? shown : `Optional. ${shown}`
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
        <Field
          label="Entry"
          required
          hint="Enter one finding that will remain true. Press Ctrl+Enter to propose it."
        >
          {(control) => <Textarea {...control} name="text" rows={5} defaultValue={entry?.text ?? ""} />}
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
      <Field label="Confidence" required hint="0 to 1">
        {(control) => (
          <Input
            {...control}
            name="confidence"
            type="number"
            min={0}
            max={1}
            step={0.05}
            defaultValue={0.8}
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

/** The change that the form of the dialog describes. */
interface RequestedChange {
  change: ProposedChange
  reason: string
  confidence?: number
  type?: string
}

/** Returns the change in the form. `entry`: null for a new entry. */
function readForm(form: FormData, intent: Intent, entry: CurrentEntry | null): RequestedChange {
  const value = (name: string) => String(form.get(name) ?? "").trim()
  const reason = value("reason")
  const section = form.has("section") ? value("section") : null
  if (intent.kind === "add" || !entry) {
    const confidence = form.has("confidence") ? { confidence: Number(value("confidence")) } : {}
    const type = form.has("type") ? { type: value("type") } : {}
    return {
      change: {
        kind: "add",
        section,
        text: value("text"),
        date: new Date().toISOString().slice(0, 10),
        ...type,
        ...confidence,
      },
      reason,
      ...confidence,
      ...type,
    }
  }
  const named = { entry: entry.id, before: entry.text }
  switch (intent.kind) {
    case "edit":
      return { change: { kind: "edit", ...named, text: value("text") }, reason }
    case "retire":
      return { change: { kind: "retire", ...named, why: reason }, reason }
    case "move":
      return { change: { kind: "move", ...named, section }, reason }
    case "restore":
    case "remove":
      return { change: { kind: intent.kind, ...named }, reason }
  }
}

interface DirectText {
  /** Title of the dialog. */
  readonly title: string
  /** Label of the button. */
  readonly does: string
  /** Reason of the revision if the person gives none. */
  readonly reason: string
}

/** Texts for people who may write to the file without a proposal. */
const DIRECT_TEXT: Readonly<Record<Intent["kind"], DirectText>> = {
  add: { title: "Add an entry", does: "Add entry", reason: "Added an entry" },
  edit: { title: "Edit this entry", does: "Save", reason: "Edited an entry" },
  retire: { title: "Retire this entry", does: "Retire entry", reason: "Retired an entry" },
  restore: { title: "Restore this entry", does: "Restore entry", reason: "Restored an entry" },
  remove: { title: "Remove this entry", does: "Remove entry", reason: "Removed an entry" },
  move: { title: "Move this entry", does: "Move entry", reason: "Moved an entry" },
}

interface DirectWrite {
  readonly change: ProposedChange
  readonly reason: string
  /** The revision that the change is based on. */
  readonly base: number
}

/**
 * Writes one change as the next revision of the file. Returns the number of the revision. If the file has
 * changed since, the change is based on the latest revision. The server refuses it if its entry has changed too.
 */
async function writeDirectly(
  { file }: ProposalTarget,
  { change, reason, base }: DirectWrite,
): Promise<number> {
  const changes = [change]
  const revise = (on: number) =>
    callOperation(
      "file.revise",
      { file, base: on, changes, reason: reason || DIRECT_TEXT[change.kind].reason },
      { key: newKey() },
    )
  try {
    return (await revise(base)).revision
  } catch (cause) {
    const latest = cause instanceof RefusedError && cause.reason === "stale" ? cause.revision : null
    if (latest === null) throw cause
    return (await revise(latest)).revision
  }
}
