import type { ReactNode } from "react"
import { Notice } from "@/components/ui/notice"
import type { CoachMethod } from "@/lib/memory/coach/kinds"
import type { CoachSetup } from "../run/coach-run-types"

interface MethodChoiceProps {
  setup: CoachSetup
  method: CoachMethod
  onChoose: (method: CoachMethod) => void
}

/**
 * The choice of the method. Without a configured language model: what text matching does, and how to
 * configure a model.
 */
export function MethodChoice({ setup: { model, problem }, method, onChoose }: MethodChoiceProps) {
  if (model === null) {
    return (
      <div className="grid gap-2">
        {problem ? (
          <Notice tone="caution" title="The language model is misconfigured">
            {problem}
          </Notice>
        ) : null}
        <p className="max-w-160 text-ink-2">
          Text matching only, no language model. The built-in coach finds entries with similar wording, not
          similar meaning. No data leaves this server.
        </p>
        <HowToConfigure />
      </div>
    )
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium">Method</legend>
      <Way value="model" method={method} onChoose={onChoose} name={`${model.provider}:${model.name}`}>
        compares by meaning. Memory is sent to {model.endpoint}, excluding secrets and flagged entries.
      </Way>
      <Way value="extractive" method={method} onChoose={onChoose} name="Text matching">
        finds similar wording, not similar meaning. No data leaves this server.
      </Way>
    </fieldset>
  )
}

function Way({
  value,
  method,
  onChoose,
  name,
  children,
}: {
  value: CoachMethod
  method: CoachMethod
  onChoose: (method: CoachMethod) => void
  name: string
  children: ReactNode
}) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-2">
      <input
        type="radio"
        name="method"
        value={value}
        checked={method === value}
        onChange={() => onChoose(value)}
        className="mt-0.75 size-3.5 shrink-0 accent-accent"
      />
      <span className="min-w-0 text-ink-2 wrap-anywhere">
        <b className="font-medium text-ink">{name}</b> {children}
      </span>
    </label>
  )
}

function HowToConfigure() {
  return (
    <details className="text-ink-2">
      <summary className="w-fit">Use a language model instead</summary>
      <p className="mt-1 max-w-160">
        On the server, set <Code>QUARTERDECK_COACH_MODEL</Code> to <Code>anthropic:NAME</Code>,{" "}
        <Code>openai:NAME</Code>, <Code>ollama:NAME</Code> or <Code>compatible:NAME</Code>, set that
        provider’s API key, and restart the server. For all settings, including price and budget, see{" "}
        <Code>docs/coach-model.md</Code>.
      </p>
    </details>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="font-mono wrap-anywhere">{children}</code>
)
