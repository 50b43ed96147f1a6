"use client"

import { useCallback, useEffect, useState } from "react"
import { outbox } from "./shared-outbox"
import { ageUndos, type Undoable, type UndoStack } from "./undo-stack"

/** Warns before the page is left while a decision is not sent yet. */
export function useUnsentWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => (outbox.wouldLose() ? event.preventDefault() : undefined)
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [])
}

/** Returns the decisions of this page that can be undone, and functions that change them. */
export function useUndoStack<One extends Undoable>() {
  const [stack, setStack] = useState<UndoStack<One>>([])
  useUnsentWarning()
  const passTime = useCallback((ms: number) => setStack((before) => ageUndos(before, ms)), [])
  return { stack, setStack, passTime }
}
