import type { ReactNode } from "react"
import { Notice } from "@/components/ui/notice"
import type { CoachMethod } from "@/lib/memory/coach/kinds"
import type { CoachSetup } from "../run/coach-run-types"

interface MethodChoiceProps {
  setup: CoachSetup
  method: CoachMethod
  onChoose: (method: CoachMethod) => void
}

/** By what the coach writes: a choice where a language model is configured; otherwise what it does without one, and how one is configured. */
export function MethodChoice({ setup: { model, problem }, method, onChoose }: MethodChoiceProps) {
  if (model === null) {
    return (
      <div className="grid gap-2">
        {problem ? (
          <Notice tone="caution" title="The language model is not configured rightly">
            {problem}
          </Notice>
        ) : null}
        <p className="max-w-160 text-ink-2">
          Written word by word: the built-in coach compares the statements of different agents by their words,
          without a language model. It finds what is said alike, not what is meant alike. Nothing leaves this
          server.
        </p>
        <HowToConfigure />
      </div>
    )
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium">Written by</legend>
      <Way value="model" method={method} onChoose={onChoose} name={`${model.provider}:${model.name}`}>
        reads for meaning; memory is sent to {model.endpoint}, without secrets and without flagged entries
      </Way>
      <Way value="extractive" method={method} onChoose={onChoose} name="Word by word">
        compares statements by their words: finds what is said alike, not what is meant alike; nothing leaves
        this server
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
        Whoever runs the server sets <Code>QUARTERDECK_COACH_MODEL</Code> to <Code>anthropic:NAME</Code>,{" "}
        <Code>openai:NAME</Code>, <Code>ollama:NAME</Code> or <Code>compatible:NAME</Code>, with the key of
        that provider, and starts it again. What else can be set, a price and a budget among it, stands in{" "}
        <Code>docs/coach-model.md</Code>.
      </p>
    </details>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="font-mono wrap-anywhere">{children}</code>
)
