import type { ReactNode } from "react"
import { CopyLine } from "./copy-line"
import { hookCommand, startCommand } from "./commands"
import type { Load, Loader, Receipt } from "./delivery-types"

/** What to do so that memory reaches the agent; nothing where it does. */
export function WayOut({
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
  const { agent, project, optedOut } = loader
  if (optedOut)
    return (
      <Step>
        Take <code className="font-mono">memory: disabled</code> out of its definition, and the next session
        loads its memory again.
      </Step>
    )
  if (load === null) {
    const hook = hookCommand(agent, project.name, harness)
    return (
      <Step>
        {loader.loads.length === 0
          ? `Nothing ever loaded its memory. ${hook === null ? "Have its harness begin a session:" : "Install the hook in its project’s folder:"}`
          : `Where ${agent} runs here too, ${hook === null ? "have its harness begin a session:" : "install the hook in its project’s folder:"}`}
        <CopyLine text={hook ?? startCommand(agent, project.name, harness)} />
        {harness === null && hook !== null ? (
          <span className="text-sm text-ink-3">
            Also for cursor, codex, opencode and gemini-cli: name it in place of claude-code.
          </span>
        ) : null}
      </Step>
    )
  }
  const isOldOnDisk = receipt?.onDisk.some((one) => one.behind) === true
  return (
    <>
      {load.standing === "old" ? (
        <Step>
          It hears of what changed when its next session begins
          {isOldOnDisk ? "; files on its disk stay as they are until they are pulled:" : "."}
          {isOldOnDisk ? <CopyLine text="quarterdeck pull" /> : null}
        </Step>
      ) : null}
      {load.unknown > 0 ? (
        <Step>
          Its disk holds what nobody has seen. Bring it here from that machine:
          <CopyLine text="quarterdeck push" />
        </Step>
      ) : null}
    </>
  )
}

function Step({ children }: { children: ReactNode }) {
  return <div className="grid gap-1.5 text-ink-2">{children}</div>
}
