/** An event that the server sends for each change in a team. */
export interface LiveEvent {
  number: string | number
  kind: string
  by: string
  byId: string
  /** Missing if there are too many to list. */
  proposals?: ChangedItem[]
  conflicts?: ChangedItem[]
  syntheses?: ChangedItem[]
  seeds?: ChangedItem[]
  alerts?: ChangedItem[]
}

/** The members of an event that name changed items. */
export type ChangedMember = Exclude<keyof LiveEvent, "number" | "kind" | "by" | "byId">

/** A changed item. `state` is missing if the item is undecided or its state is unchanged. */
export interface ChangedItem {
  id: string
  state?: string
  verdict?: string
  /** The new version of a seed plan whose entries were moved. */
  version?: number
}

/** Returns the parsed event, or null if it is not a Quarterdeck event. */
export function readLiveEvent(data: string): LiveEvent | null {
  try {
    const event = JSON.parse(data) as LiveEvent | null
    return event && typeof event.kind === "string" ? event : null
  } catch {
    return null // A proxy sent something else.
  }
}
