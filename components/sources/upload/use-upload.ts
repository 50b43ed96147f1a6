"use client"

import { useRouter } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import { UnreachableError } from "../../data/unreachable-error"
import type { CollectedFiles } from "./collected-files"
import { runPath } from "../import-types"
import { discardUpload, continueUpload, newUpload, type Step, type Upload } from "./upload"

export type UploadState =
  | { readonly kind: "idle" }
  | { readonly kind: "looking"; readonly found: number }
  /** Asks for the project, which cannot be derived from the names. */
  | { readonly kind: "asking"; readonly collected: CollectedFiles }
  | {
      readonly kind: "sending"
      readonly name: string
      readonly step: Step
      /** Start of this step, in milliseconds since 1970. */ readonly since: number
    }
  /** `upload`: set if the upload can resume. */
  | { readonly kind: "failed"; readonly message: string; readonly upload: Upload | null }

export interface Uploading {
  readonly state: UploadState
  /** Uploads dropped or chosen files. `project` applies to all of them. */
  take(
    collecting: (tell: (found: number) => void) => Promise<CollectedFiles> | CollectedFiles,
    project: string | null,
  ): void
  send(collected: CollectedFiles, project: string | null): void
  goOn(upload: Upload): void
  cancel(): void
}

/**
 * Returns the state of an upload, and functions that start, resume and cancel it. Opens the preview after an
 * upload.
 */
export function useUpload(team: string): Uploading {
  const router = useRouter()
  const [state, setState] = useState<UploadState>({ kind: "idle" })
  const abort = useRef<AbortController>(null)
  const current = useRef<Upload>(null)
  const busy = state.kind === "sending"

  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [busy])

  const goOn = async (upload: Upload) => {
    const mine = new AbortController()
    abort.current = mine
    current.current = upload
    let pace: { kind: Step["kind"]; since: number } | null = null
    const tell = (step: Step) => {
      if (mine.signal.aborted) return
      if (pace?.kind !== step.kind) pace = { kind: step.kind, since: Date.now() }
      setState({ kind: "sending", name: upload.collected.name, step, since: pace.since })
    }
    tell({ kind: "compare", done: 0, of: upload.collected.files.length })
    try {
      const run = await continueUpload(upload, tell, mine.signal)
      if (!mine.signal.aborted) router.push(runPath(team, run))
    } catch (error) {
      if (mine.signal.aborted) return
      setState({
        kind: "failed",
        message: wordsFor(error),
        upload: error instanceof UnreachableError ? upload : null,
      })
    }
  }
  const send = (collected: CollectedFiles, project: string | null) =>
    void goOn(newUpload(team, project, collected))
  return {
    state,
    send,
    goOn: (upload) => void goOn(upload),
    take: async (collecting, project) => {
      try {
        setState({ kind: "looking", found: 0 })
        const collected = await collecting((found) => setState({ kind: "looking", found }))
        if (collected.needsProject && !project) setState({ kind: "asking", collected })
        else send(collected, project)
      } catch (error) {
        setState({ kind: "failed", message: wordsFor(error), upload: null })
      }
    },
    cancel: () => {
      abort.current?.abort()
      if (current.current) void discardUpload(current.current)
      current.current = null
      setState({ kind: "idle" })
    },
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof UnreachableError)
    return "The server did not respond. Uploaded files are kept, so you can resume when the connection is restored."
  return error instanceof Error ? error.message : "The browser could not read the dropped files."
}
