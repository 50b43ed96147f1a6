"use client"

import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
import type { OutputOf } from "@/lib/http/contract"

export type TeamMember = OutputOf<"member.list">["members"][number]

/** The members of each team, read once for a page. */
const known = new Map<string, Promise<readonly TeamMember[]>>()

const NONE: readonly TeamMember[] = []

/** Returns the members of a team; an empty list while they load. */
export function useMembers(team: string): readonly TeamMember[] {
  return useRead(`members/${team}`, () => readMembersOf(team)).answer ?? NONE
}

function readMembersOf(team: string): Promise<readonly TeamMember[]> {
  const reading = known.get(team) ?? callOperation("member.list", { team }).then(({ members }) => members)
  known.set(team, reading)
  // A failed read is tried again by the next component.
  reading.catch(() => known.delete(team))
  return reading
}
