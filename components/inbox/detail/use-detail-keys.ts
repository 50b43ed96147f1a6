"use client"

import { useEffect } from "react"
import { hearHeldKeys, type KeyBinding, useKeys } from "@/components/data/keys"
import type { DetailProps } from "./detail-controller"

/**
 * Binds the decision keys of the current item, unless the person is typing. Replays keys pressed before this
 * script loaded.
 */
export function useDetailKeys(
  title: string,
  { controller, some, deaf }: Pick<DetailProps, "controller" | "some" | "deaf">,
  keys: readonly KeyBinding[],
): void {
  useKeys(title, some || deaf || controller.opened.mode !== "read" ? [] : keys)
  useEffect(() => hearHeldKeys(), [])
}
