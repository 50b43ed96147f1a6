"use client"

import type { ReactNode } from "react"
import { holdKeys, useKeys } from "@/components/data/keys"

/** What decides a conflict, an alert, a synthesis or a seed plan, and how it is put off. */
const VERDICTS = ["a", "1", "2", "3", "4", "5", "m", "e", "r", "h", "i", "v", "c"]
const UNDO = ["u"]

/** Stands where a conflict, an alert, a synthesis or a seed plan will be shown: what one presses to decide it is kept until the script that decides it has come. */
export function HeldKeys({ deaf, waits, children }: { deaf: boolean; waits: boolean; children: ReactNode }) {
  useKeys(
    "To decide",
    deaf ? [] : (waits ? VERDICTS : UNDO).map((keys) => ({ keys, does: "Decide it", run: holdKeys })),
  )
  return children
}
