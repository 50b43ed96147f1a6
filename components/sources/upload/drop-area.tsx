"use client"

import { FolderUp } from "lucide-react"
import { useState, useEffect, useRef, type DragEvent, type ReactNode } from "react"
import { Button, type ButtonVariant } from "@/components/ui/button"
import { Field, Input, Suggestions } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { Progress } from "@/components/charts/inline-charts"
import { collectDropped, collectFiles, collectFolder } from "./collected-files"
import { useUpload, type UploadState } from "./use-upload"
import { timeLeft, type Step } from "./upload"
import { UPLOAD_WRITE_BACK } from "@/lib/memory/sources/write-back-words"

interface FileButtonProps {
  /** True if the button chooses a folder instead of files. */
  folder?: boolean
  variant?: ButtonVariant
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

/** Attribute of an input that chooses a folder. React’s types lack it. */
const FOLDER = { webkitdirectory: "" }

/** A button that opens the browser's own file chooser. */
function FileButton({ folder, variant, onFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = () => {
    const files = [...(input.current?.files ?? [])]
    if (input.current) input.current.value = ""
    if (files.length > 0) onFiles(files)
  }
  // Take files that were chosen before the script loaded.
  // oxlint-disable-next-line react/exhaustive-deps -- once, after the script loaded
  useEffect(take, [])
  return (
    <>
      <Button variant={variant} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={typeof children === "string" ? children : undefined}
        onChange={take}
        {...(folder ? FOLDER : {})}
      />
    </>
  )
}

interface DropAreaProps {
  team: string
  /** Names of the team’s projects. */
  projects: readonly string[]
}

/** Drop area for a folder, files or an archive. Leads to a preview and saves nothing. */
export function DropArea({ team, projects }: DropAreaProps) {
  const { state, take, send, goOn, cancel } = useUpload(team)
  const [project, setProject] = useState("")
  const [over, setOver] = useState(false)
  const named = project.trim() || null

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take((tell) => collectDropped(event.dataTransfer, tell), named)
  }
  if (state.kind === "sending" || state.kind === "looking") {
    return (
      <Frame>
        <UploadProgress state={state} onCancel={cancel} />
      </Frame>
    )
  }
  const asking = state.kind === "asking" ? state.collected : null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping needs a pointer; the buttons inside work for everyone
    <div
      className={`grid h-full content-center justify-items-center gap-4 rounded-lg border border-dashed px-4 py-7 text-center ${over ? "border-accent bg-accent-wash" : "border-line-strong bg-surface"}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) ? undefined : setOver(false)
      }
      onDrop={drop}
    >
      <div className="grid justify-items-center gap-1">
        <FolderUp className="icon-lg mb-1 text-ink-3" aria-hidden />
        <h2 className="text-md">Drop a folder, files or an archive</h2>
        <p className="text-ink-2">Review every change before anything is saved.</p>
        <p className="max-w-140 text-sm text-ink-3">{UPLOAD_WRITE_BACK}</p>
      </div>
      {state.kind === "failed" ? (
        <div className="w-full max-w-120 text-left">
          <Notice
            live
            tone="danger"
            title={state.upload ? "Upload interrupted" : "Import failed"}
            action={
              state.upload ? (
                <Button size="sm" onClick={() => (state.upload ? goOn(state.upload) : undefined)}>
                  Resume
                </Button>
              ) : undefined
            }
          >
            {state.message}
          </Notice>
        </div>
      ) : null}
      <form
        className="grid w-full max-w-90 gap-3 text-left"
        onSubmit={(event) => {
          event.preventDefault()
          if (asking && named) send(asking, named)
        }}
      >
        <Field
          label="Project"
          hint="Optional. We’ll suggest one from the folder name."
          error={
            asking ? `The name ${asking.name} does not identify a project. Enter a project name.` : undefined
          }
        >
          {(control) => (
            <>
              <Input
                {...control}
                list="known-projects"
                value={project}
                maxLength={200}
                placeholder="Auto-detect"
                onChange={(event) => setProject(event.target.value)}
              />
              <Suggestions id="known-projects" of={projects} />
            </>
          )}
        </Field>
        <div className="flex flex-wrap justify-center gap-2">
          {asking ? (
            <>
              <Button type="submit" variant="primary" disabled={!named}>
                {named ? `Preview ${asking.name} for ${named}` : `Preview ${asking.name}`}
              </Button>
              <Button onClick={cancel}>Choose other files</Button>
            </>
          ) : (
            <>
              <FileButton
                folder
                variant="primary"
                onFiles={(files) => take(() => collectFolder(files), named)}
              >
                Choose folder
              </FileButton>
              <FileButton onFiles={(files) => take(() => collectFiles(files), named)}>
                Choose files or archive
              </FileButton>
            </>
          )}
        </div>
      </form>
    </div>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="grid h-full min-h-60 content-center rounded-lg border border-line bg-surface px-4 py-7">
      {children}
    </div>
  )
}

interface UploadProgressProps {
  state: Extract<UploadState, { kind: "looking" | "sending" }>
  onCancel: () => void
}

function UploadProgress({ state, onCancel }: UploadProgressProps) {
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
