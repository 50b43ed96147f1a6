"use client"

import { useEffect } from "react"
import { hearHeldKeys, type KeyBinding, useKeys } from "@/components/data/keys"
import type { AtDesk } from "./detail-controller"

/** Keys that decide what is looked at, unless what one types is meant for something else. Those that were pressed before their script came are heard now. */
export function useDeskKeys(
  title: string,
  { desk, some, deaf }: Pick<AtDesk, "desk" | "some" | "deaf">,
  keys: readonly KeyBinding[],
): void {
  useKeys(title, some || deaf || desk.opened.mode !== "read" ? [] : keys)
  useEffect(() => hearHeldKeys(), [])
}
