import { ReceiptText } from "lucide-react"
import { shellWord } from "@/lib/memory/text/shell-quote"
import { CopyLine } from "./delivery-next-step"

interface FirstReceiptProps {
  /** An agent of the fleet, for ready-to-use commands. */
  agent: string
  project: string
  /** True if the reader chose the agent, so that the hook is for this agent only. */
  isChosen: boolean
}

/** The empty state before the first delivery: how to set up delivery. */
export function FirstReceipt({ agent, project, isChosen }: FirstReceiptProps) {
  const hookOptions = isChosen ? ` --agent ${shellWord(agent)} --project ${shellWord(project)}` : ""
  return (
    <div className="mx-auto grid max-w-140 gap-4 px-4 py-12">
      <div className="grid justify-items-center gap-2 text-center">
        <ReceiptText className="icon-lg text-ink-3" aria-hidden />
        <h2 className="text-md">No deliveries yet</h2>
        <p className="text-balance text-ink-2">
          A delivery records the text that an agent received at session start and the files that the text came
          from. This page shows which agents do not receive their memory.
        </p>
      </div>
      <ol className="grid gap-3">
        <li className="grid gap-1.5">
          <span className="font-medium">Install the hook in the project folder</span>
          <CopyLine text={`quarterdeck hook install claude-code${hookOptions}`} />
          <span className="text-sm text-ink-3">
            You can replace claude-code with cursor, codex, opencode or gemini-cli. The next session records
            the first delivery.
          </span>
        </li>
        <li className="grid gap-1.5">
          <span className="font-medium">Or start a session manually</span>
          <CopyLine
            text={`quarterdeck session start ${shellWord(agent)} --project ${shellWord(project)} --session first --harness claude-code`}
          />
          <span className="text-sm text-ink-3">
            The command prints the context of {agent} and records a delivery.
          </span>
        </li>
      </ol>
    </div>
  )
}
