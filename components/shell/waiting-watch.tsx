"use client"

import { useEffect, useRef } from "react"
import { callOperation } from "@/components/data/http-client"
import { useLiveLine } from "@/components/data/live-connection"
import { useCurrentPage } from "./rail"
import { setWaitingCount, useWaitingCount } from "../data/waiting-count"

const PAUSE_MS = 800

/** Kinds of events that change the waiting counts. */
const CONCERNS =
  /"kind":"(?:proposal|conflict|alert|synthesis|claim|coach-run|seed|file|revision|import|entry|policy)/

/**
 * Refreshes the waiting counts after each change or lost connection, and shows them in the page title.
 * Renders nothing.
 */
export function WaitingWatch({ waiting }: { waiting: number }) {
  const { team, place } = useCurrentPage()
  const count = useWaitingCount(team, waiting) ?? 0
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The inbox updates its own counts after each decision.
  const countsItself = useRef(false)
  useEffect(() => {
    countsItself.current = place === "inbox" && new URLSearchParams(location.search).get("project") === null
  })
  const recount = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!countsItself.current) void askCount(team)
    }, PAUSE_MS)
  }
  useLiveLine(team, {
    onChange(data) {
      if (CONCERNS.test(data)) recount()
    },
    onGap: recount,
  })
  useEffect(() => keepInTitle(count), [count])
  return null
}

/** Adds the count to each new page title. Returns a function that stops. */
function keepInTitle(count: number): () => void {
  const put = () => {
    const title = titleWithCount(document.title, count)
    if (title !== document.title) document.title = title
  }
  put()
  const watch = new MutationObserver(put)
  watch.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => watch.disconnect()
}

/**
 * Returns the page title with the number of waiting items, as in "(12) Inbox · Quarterdeck". No number if it
 * is 0.
 */
export function titleWithCount(title: string, count: number): string {
  const bare = title.replace(/^\(\d[\d,]*\) /, "")
  return count > 0 && bare !== "" ? `(${count.toLocaleString("en")}) ${bare}` : bare
}

async function askCount(team: string): Promise<void> {
  try {
    const { yours, syntheses } = await callOperation("inbox.count", { team })
    setWaitingCount(team, yours)
    setWaitingCount(team, syntheses, "coach")
  } catch {
    // The next change retries.
  }
}
