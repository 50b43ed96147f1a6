import { z } from "zod"
import { isId } from "@/lib/db/infra/identifiers"

/** End of a page of hits: the date that the search uses as today, and the last hit. */
export interface Cursor {
  readonly today: string
  readonly score: number
  readonly id: string
}

export const writeSearchCursor = ({ today, score, id }: Cursor): string =>
  Buffer.from(JSON.stringify([today, score, id])).toString("base64url")

const written = z.tuple([
  z.iso.date().refine((day) => !day.startsWith("0000")),
  z.number(),
  z.string().refine(isId),
]) // PostgreSQL has no year 0.

/** Returns the cursor of a text. Null if the text is not a cursor. */
export function readSearchCursor(text: string): Cursor | null {
  try {
    const [today, score, id] = written.parse(JSON.parse(Buffer.from(text, "base64url").toString()))
    return { today, score, id }
  } catch {
    return null // The text is not a cursor.
  }
}
