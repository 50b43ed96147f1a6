"use client"

import { type ReactNode, useState } from "react"
import { Check, Copy } from "lucide-react"
import { capitalize } from "@/lib/memory/text/sentence"
import type { Load, Loader, Receipt } from "./delivery"
import { shellWord } from "@/lib/memory/text/shell-quote"
import { Button } from "@/components/ui/button"
import { copyToClipboard } from "@/components/data/copy-to-clipboard"

/** Harnesses that `quarterdeck hook install` supports. */
const HOOKED = ["claude-code", "cursor", "codex", "opencode", "gemini-cli"]

/**
 * Returns the command that installs the hook for a harness; null if it has none. Default harness: Claude
 * Code.
 */
function hookCommand(agent: string, project: string, harness: string | null): string | null {
  const name = harness ?? "claude-code"
  return HOOKED.includes(name)
    ? `quarterdeck hook install ${name} --agent ${shellWord(agent)} --project ${shellWord(project)}`
    : null
}

/** Returns the command that starts a session in any harness and records a delivery. */
function startCommand(agent: string, project: string, harness: string | null): string {
  return `quarterdeck session start ${shellWord(agent)} --project ${shellWord(project)} --session ID${harness === null ? "" : ` --harness ${shellWord(harness)}`}`
}

/** The next step for a missing or outdated delivery; nothing otherwise. */
export function DeliveryNextStep({
  loader,
  harness,
  load,
  receipt,
}: {
  loader: Loader
  harness: string | null
  load: Load | null
  receipt: Receipt | null
}) {
  if (loader.optedOut)
    return (
      <Step>
        Remove <code className="font-mono">memory: disabled</code> from the agent’s definition to load its
        memory again, starting with the next session.
      </Step>
    )
  if (load === null) return <FirstDelivery loader={loader} harness={harness} />
  const isOldOnDisk = receipt?.onDisk.some((one) => one.behind) === true
  return (
    <>
      {load.standing === "old" ? (
        <Step>
          The agent receives the changes at its next session
          {isOldOnDisk ? ". To update files on disk, run:" : "."}
          {isOldOnDisk ? <CopyLine text="quarterdeck pull" /> : null}
        </Step>
      ) : null}
      {load.unknown > 0 ? (
        <Step>
          Some files on disk have unknown content. To upload them, run this command on the machine that has
          them:
          <CopyLine text="quarterdeck push" />
        </Step>
      ) : null}
    </>
  )
}

/** Instructions for the first delivery in a harness. */
function FirstDelivery({ loader, harness }: { loader: Loader; harness: string | null }) {
  const { agent, project, loads } = loader
  const hook = hookCommand(agent, project.name, harness)
  const step = hook === null ? "start a session in this harness:" : "install the hook in the project folder:"
  return (
    <Step>
      {loads.length === 0
        ? `No deliveries yet. ${capitalize(step)}`
        : `If ${agent} also runs in this harness, ${step}`}
      <CopyLine text={hook ?? startCommand(agent, project.name, harness)} />
      {harness === null && hook !== null ? (
        <span className="text-sm text-ink-3">
          For Cursor, Codex, OpenCode or Gemini CLI, replace claude-code with cursor, codex, opencode or
          gemini-cli.
        </span>
      ) : null}
    </Step>
  )
}

function Step({ children }: { children: ReactNode }) {
  return <div className="grid gap-1.5 text-ink-2">{children}</div>
}

/** A command with a copy button. */
export function CopyLine({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => copyToClipboard(text, () => setCopied(true))
  return (
    <span className="flex items-center gap-1 rounded-md border border-line bg-raised py-0.5 pr-0.5 pl-2 text-left">
      <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere text-ink">{text}</code>
      <Button size="sm" variant="quiet" aria-label={`Copy: ${text}`} onClick={() => void copy()}>
        {isCopied ? <Check className="icon text-good" aria-hidden /> : <Copy className="icon" aria-hidden />}
        <span aria-live="polite" className="sr-only">
          {isCopied ? "Copied" : ""}
        </span>
      </Button>
    </span>
  )
}
