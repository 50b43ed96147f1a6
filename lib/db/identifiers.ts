import { v7 } from "uuid"

/** Ids that grow with time, so that bulk inserts stay at the end of their indexes. */
export function newId(): string {
  return v7()
}
