"use client"

import dynamic from "next/dynamic"
import { useEffect, useState } from "react"

const Toaster = dynamic(() => import("./toaster"), { ssr: false })

/** Where `toast()` of sonner speaks. Nothing is said before somebody does something, so its script comes when the page is idle. */
export function Toasts() {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 500)
    return () => clearTimeout(timer)
  }, [])
  return idle ? <Toaster /> : null
}
