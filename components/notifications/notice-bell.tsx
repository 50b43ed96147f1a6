"use client"

import { Bell } from "lucide-react"
import { useEffect } from "react"
import type { MenuItem } from "@/components/ui/menu"
import { MenuButton } from "@/components/ui/menu-button"
import { useLive } from "@/components/queue/use-live"
import { describeMoment } from "@/components/data/instant-text"
import { shortPath } from "@/components/text/short-path"
import { noticeSentence } from "@/lib/memory/notifications/mention-and-assignment-mail"
import { type PersonalNotice, markRead, readUnread, useUnread } from "./unread"

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
