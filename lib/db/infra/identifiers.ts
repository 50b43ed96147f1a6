import { v7, validate } from "uuid"

/** True if a text has the form of an id. The database rejects others. */
export function isId(text: string): boolean {
  return validate(text)
}

/** Returns an id that increases with time, so that bulk inserts append to indexes. */
export function newId(): string {
  return v7()
}

/** Returns an id that sorts as if it had been created at this time. */
export function idAt(at: Date): string {
  return v7({ msecs: at.getTime() })
}
