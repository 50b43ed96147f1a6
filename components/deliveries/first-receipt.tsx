import { ReceiptText } from "lucide-react"
import { CopyLine } from "./copy-line"

interface FirstReceiptProps {
  /** Somebody of the fleet, so that the commands can be used as they stand. */
  agent: string
  project: string
}

/** Before the first receipt: how to get one. */
export function FirstReceipt({ agent, project }: FirstReceiptProps) {
  return (
    <div className="mx-auto grid max-w-140 gap-4 px-4 py-12">
      <div className="grid justify-items-center gap-2 text-center">
        <ReceiptText className="icon-lg text-ink-3" aria-hidden />
        <h2 className="text-md">No harness has loaded memory yet</h2>
        <p className="text-balance text-ink-2">
          Each session that begins with its memory leaves a receipt: which text its agent was given, and which
          files that rests on. Here one sees whose memory does not arrive.
        </p>
      </div>
      <ol className="grid gap-3">
        <li className="grid gap-1.5">
          <span className="font-medium">Install the hook in the project’s folder</span>
          <CopyLine text="quarterdeck hook install claude-code" />
          <span className="text-sm text-ink-3">
            Also for cursor, codex, opencode and gemini-cli. The next session of the harness leaves the first
            receipt.
          </span>
        </li>
        <li className="grid gap-1.5">
          <span className="font-medium">Or begin a session by hand</span>
          <CopyLine
            text={`quarterdeck session start ${agent} --project ${project} --session first --harness claude-code`}
          />
          <span className="text-sm text-ink-3">
            It prints what {agent} is told, and this page shows that it was.
          </span>
        </li>
      </ol>
    </div>
  )
}
