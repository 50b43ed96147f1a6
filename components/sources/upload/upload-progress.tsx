"use client"

import { Button } from "@/components/ui/button"
import { Progress } from "@/components/charts/progress"
import { timeLeft } from "./time-left"
import type { Step } from "./upload"
import type { UploadState } from "./use-upload"

interface UploadProgressProps {
  state: Extract<UploadState, { kind: "looking" | "sending" }>
  onCancel: () => void
}

export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  return (
    <div className="mx-auto grid w-full max-w-120 gap-4">
      {state.kind === "looking" ? (
        <Progress
          label="Reading folder"
          value={null}
          max={1}
          detail={state.found > 0 ? `${state.found.toLocaleString("en")} files found so far` : undefined}
        />
      ) : (
        <Progress {...described(state.step, state.name, state.since)} />
      )}
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-ink-2">Nothing has been saved yet.</p>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function described(
  step: Step,
  name: string,
  since: number,
): { label: string; value: number | null; max: number; detail?: string } {
  switch (step.kind) {
    case "compare":
      return {
        label: `Comparing ${name} with stored files`,
        value: step.done,
        max: Math.max(1, step.of),
        detail: `${step.done.toLocaleString("en")} of ${step.of.toLocaleString("en")} files`,
      }
    case "send": {
      const sizes = `${inMegabytes(step.bytes)} of ${inMegabytes(step.ofBytes)} MB`
      const left = timeLeft(step.bytes, step.ofBytes, Date.now() - since)
      return {
        label: `Uploading ${name}`,
        value: step.bytes,
        max: Math.max(1, step.ofBytes),
        detail: left ? `${sizes}, ${left}` : sizes,
      }
    }
    case "plan":
      return { label: `Analyzing ${name}`, value: null, max: 1 }
  }
}

function inMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}
