"use client"

import type { ReactNode } from "react"
import { holdKeys, useKeys } from "@/components/data/keys"

/** Keys that decide or snooze a conflict, an alert, a synthesis or a seed plan. */
const VERDICTS = ["a", "1", "2", "3", "4", "5", "m", "e", "r", "h", "i", "v", "c"]
const UNDO = ["u"]

/** Placeholder of a detail pane. Buffers decision keys until the script of the pane has loaded. */
export function HeldKeys({ deaf, waits, children }: { deaf: boolean; waits: boolean; children: ReactNode }) {
  useKeys(
    "Decisions",
    deaf ? [] : (waits ? VERDICTS : UNDO).map((keys) => ({ keys, does: "Decide", run: holdKeys })),
  )
  return children
}
