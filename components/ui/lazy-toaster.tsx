"use client"

import dynamic from "next/dynamic"
import { useEffect, useState } from "react"

const Toaster = dynamic(() => import("./toaster").then((one) => one.Toaster), { ssr: false })

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
