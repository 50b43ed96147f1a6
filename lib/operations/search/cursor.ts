import { z } from "zod"
import { isId } from "@/lib/db/infra/identifiers"

/** Where a page of hits ended: the day from which the search counts, and the last hit. */
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
]) // PostgreSQL knows no year 0

/** Returns the cursor, or null for a text that no search gave out. */
export function readSearchCursor(text: string): Cursor | null {
  try {
    const [today, score, id] = written.parse(JSON.parse(Buffer.from(text, "base64url").toString()))
    return { today, score, id }
  } catch {
    return null // it came from outside
  }
}
