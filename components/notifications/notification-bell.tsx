"use client"

import { useSyncExternalStore, useEffect } from "react"
import { Bell } from "lucide-react"
import { callOperation } from "@/components/data/http-client"
import type { OutputOf } from "@/lib/http/contract"
import type { MenuItem } from "@/components/ui/menu"
import { MenuButton } from "@/components/ui/menu-button"
import { useLive } from "@/components/queue/use-live"
import { describeMoment } from "@/components/data/time-text"
import { noticeSentence } from "@/lib/memory/notifications/notice-sentence"
import { shortPath } from "@/lib/memory/memory-files/paths"

type PersonalNotice = OutputOf<"notification.list">["notifications"][number]

/** The unread notifications of the person by team. */
const unread = new Map<string, readonly PersonalNotice[]>()
const listeners = new Set<() => void>()
const NONE: readonly PersonalNotice[] = []

function set(team: string, notices: readonly PersonalNotice[]): void {
  unread.set(team, notices)
  for (const listener of listeners) listener()
}

/**
 * Reads the unread notifications of a team. A failed read keeps the known ones, because the next event reads
 * again.
 */
function readUnread(team: string): void {
  callOperation("notification.list", { team }).then(
    ({ notifications }) => set(team, notifications),
    () => undefined,
  )
}

/** Marks the notifications of an item as read, or all of a team (null). */
export function markRead(team: string, item: string | null): void {
  const left = (unread.get(team) ?? NONE).filter((one) => item !== null && one.item !== item)
  set(team, left)
  callOperation("notification.read", { team, item }).catch(() => readUnread(team))
}

export function useUnread(team: string): readonly PersonalNotice[] {
  return useSyncExternalStore(
    listen,
    () => unread.get(team) ?? NONE,
    () => NONE,
  )
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const CONCERNS = /^(?:comment\.|(?:proposal|conflict|alert)\.assign$)/

const MOST_LISTED = 12

interface NoticeBellProps {
  team: string
  /** ISO instant. */
  now: string
  /** Returns the address of an item. */
  hrefOf: (notice: PersonalNotice) => string
}

/** The person's unread notifications: mentions, comments on items they follow, and assignments. */
export function NoticeBell({ team, now, hrefOf }: NoticeBellProps) {
  const notices = useUnread(team)
  useEffect(() => readUnread(team), [team])
  useLive(team, {
    onChange: ({ kind }) => (CONCERNS.test(kind) ? readUnread(team) : undefined),
    onGap: () => readUnread(team),
  })
  if (notices.length === 0) return null
  const items = latestOfEach(notices).map((one): MenuItem => ({
    label: sentenceOf(one),
    hint: describeMoment(one.at, now),
    href: hrefOf(one),
  }))
  return (
    <MenuButton
      align="end"
      className="flex h-8 items-center gap-1.5 rounded-md px-2 font-medium text-ink-2 hover:bg-raised hover:text-ink"
      groups={[
        { label: "Notifications", items: items.slice(0, MOST_LISTED) },
        { items: [{ label: "Mark all as read", run: () => markRead(team, null) }] },
      ]}
    >
      <Bell className="icon" aria-hidden />
      <span className="tabular-nums">{notices.length}</span>
      <span className="sr-only"> unread {notices.length === 1 ? "notification" : "notifications"}</span>
    </MenuButton>
  )
}

const sentenceOf = ({ reason, on, place, by }: PersonalNotice): string =>
  noticeSentence({ reason, subjectKind: on, subject: shortPath(place), byName: by })

/** Returns the newest notification of each sentence, so that the menu lists none twice. */
function latestOfEach(notices: readonly PersonalNotice[]): readonly PersonalNotice[] {
  const listed = new Map<string, PersonalNotice>()
  for (const one of notices) if (!listed.has(sentenceOf(one))) listed.set(sentenceOf(one), one)
  return [...listed.values()]
}
