"use client"

import type { ReactNode } from "react"
import { holdKeys, type KeyAction, useKeys } from "@/components/data/keys"

interface HeldKeysProps {
  /** The keys of the item. */
  table: readonly KeyAction[]
  deaf: boolean
  children: ReactNode
}

/** Placeholder of a detail pane. Buffers the keys of the item until the script of the pane has loaded. */
export function HeldKeys({ table, deaf, children }: HeldKeysProps) {
  const held = table.flatMap(({ keys, does }) => keys.map((key) => ({ keys: key, does, run: holdKeys })))
  useKeys("Decisions", deaf ? [] : held)
  return children
}
