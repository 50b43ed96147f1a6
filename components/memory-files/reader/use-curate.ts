import { useRouter } from "next/navigation"
import { useRef } from "react"
import { say, sayProblem, unsay } from "@/components/data/announce"
import {
  type Curating,
  type EntryPlace,
  entryAt,
  forget,
  leavesWords,
  restore,
  untilWords,
  vouch,
  withdrawVouch,
} from "./curating"

/** What can be undone is said once: by then the deed before it is in the history. */
const UNDOABLE = "curated"

/** Forgets an entry of a file and vouches for one, each with an undo for as long as it is said. */
export function useCurate(curating: Curating | null) {
  const router = useRouter()
  const last = useRef<(() => void) | null>(null)
  if (curating === null) return null
  const back = (work: () => Promise<unknown>, words: string) => {
    const onClick = () => {
      last.current = null
      void unsay(UNDOABLE)
      void work().then(
        () => (void say(words), router.refresh()),
        (cause: Error) => sayProblem(cause.message),
      )
    }
    last.current = onClick
    return { label: "Undo", onClick }
  }
  return {
    undo: (): void =>
      last.current
        ? last.current()
        : void say("There is nothing to undo here. What is forgotten stands in the history"),
    /** Null, or why it could not be. */
    async forget(place: EntryPlace, reason: string): Promise<string | null> {
      try {
        const entry = await entryAt(curating, place)
        const { state, proposal } = await forget(entry, reason)
        if (state === "waiting")
          void say("Proposed: it waits in the inbox", {
            action: {
              label: "Open",
              onClick: () => router.push(`/t/${curating.team}/inbox?item=${proposal}`),
            },
          })
        else
          void say(`Forgotten: ${leavesWords(curating.agents)}`, {
            id: UNDOABLE,
            action: back(() => restore(entry.id), "Restored"),
          })
        router.refresh()
        return null
      } catch (cause) {
        return (cause as Error).message
      }
    },
    async vouch(place: EntryPlace): Promise<void> {
      try {
        const entry = await entryAt(curating, place)
        const { until } = await vouch(entry)
        void say(untilWords(until), {
          id: UNDOABLE,
          action: back(() => withdrawVouch(entry.id), "Taken back"),
        })
        router.refresh()
      } catch (cause) {
        void sayProblem((cause as Error).message)
      }
    },
  }
}
