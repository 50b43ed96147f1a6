"use client"

import { useEffect, useState } from "react"
import { preloadable } from "@/components/data/preloadable"

const Toaster = preloadable(() => import("./toaster").then((one) => one.Toaster))

/**
 * The container of sonner's toasts. Its script loads when the page is idle, because toasts follow user
 * actions.
 */
export function Toasts() {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 500)
    return () => clearTimeout(timer)
  }, [])
  return idle ? <Toaster /> : null
}
