"use client"

import { useSyncExternalStore } from "react"
import { Kbd } from "./kbd"

const never = () => () => undefined
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

/** Shows ⌘K on Apple devices and Ctrl K elsewhere. */
export function CommandKey({ letter }: { letter: string }) {
  const apple = useSyncExternalStore(never, isApple, () => true)
  return <Kbd hidden>{apple ? `⌘${letter}` : `Ctrl ${letter}`}</Kbd>
}
