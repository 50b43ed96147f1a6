import { v7, validate } from "uuid"

/** Whether a text from outside can be an id at all: the database refuses to compare others. */
export function isId(text: string): boolean {
  return validate(text)
}

/** Ids that grow with time, so that bulk inserts stay at the end of their indexes. */
export function newId(): string {
  return v7()
}

/** Returns an id that sorts as if it had been made at this time. */
export function idAt(at: Date): string {
  return v7({ msecs: at.getTime() })
}
