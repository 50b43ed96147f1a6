"use client"

import { useEffect } from "react"
import { hearHeldKeys, type KeyBinding, useKeys } from "@/components/data/keys"
import type { AtDesk } from "./detail-controller"

/**
 * Binds the decision keys of the current item, unless the person is typing. Replays keys pressed before this
 * script loaded.
 */
export function useDeskKeys(
  title: string,
  { desk, some, deaf }: Pick<AtDesk, "desk" | "some" | "deaf">,
  keys: readonly KeyBinding[],
): void {
  useKeys(title, some || deaf || desk.opened.mode !== "read" ? [] : keys)
  useEffect(() => hearHeldKeys(), [])
}
