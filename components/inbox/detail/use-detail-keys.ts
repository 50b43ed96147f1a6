"use client"

import { useEffect } from "react"
import { bindKeys, replayHeldKeys, type KeyAction, useKeys } from "@/components/data/keys"
import type { DetailProps } from "./detail-controller"

/**
 * Binds the keys of the current item to its actions, unless the person is typing. Replays keys pressed before
 * this script loaded.
 */
export function useDetailKeys<Action extends string>(
  title: string,
  { controller, some, deaf }: Pick<DetailProps, "controller" | "some" | "deaf">,
  keys: readonly KeyAction<Action>[],
  handlers: Readonly<Partial<Record<Action, () => void>>>,
): void {
  useKeys(title, some || deaf || controller.opened.mode !== "read" ? [] : bindKeys(keys, handlers))
  useEffect(() => replayHeldKeys(), [])
}
