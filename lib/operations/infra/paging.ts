import { z } from "zod"
import { type Outcome, done, refused } from "@/lib/memory/inputs/outcome"

/** Message for an invalid cursor. */
export const NOT_A_CURSOR =
  "invalid cursor. Send `next` from the previous page, or omit the cursor for the first page"

/** Schema of an opaque cursor for lists with numbered positions. */
export const placeInList = z.string().regex(/^\d{1,9}$/, NOT_A_CURSOR)

const USUAL = 1_000

/** Input fields of short lists such as people, keys and projects. */
export const pageInput = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(USUAL)
    .optional()
    .describe(`Maximum number of items (default: ${USUAL.toLocaleString("en")})`),
  after: placeInList.optional(),
}

export const nextOutput = z
  .string()
  .nullable()
  .describe("Send this value as `after` for the next page. Null on the last page")

/** Returns one page of a list that is completely in memory. `next`: cursor of the next page, or null. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit = USUAL, after }: { limit?: number | undefined; after?: string | undefined },
): { rows: Row[]; next: string | null } {
  const from = Number(after ?? 0)
  return {
    rows: rows.slice(from, from + limit),
    next: from + limit < rows.length ? String(from + limit) : null,
  }
}

/**
 * Returns the number of rows to read so that the page ends at `limit` rows after the cursor. One more row
 * shows whether there is a next page.
 */
export const rowsForPage = ({ limit, after }: { limit: number; after?: string | undefined }): number =>
  Number(after ?? 0) + limit + 1

/** Returns a cursor that contains the sort values of the last row. */
export const cursorOf = (...values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString("base64url")

/**
 * Returns the values of a cursor, or null without a cursor. Refuses a cursor that this list did not issue.
 */
export function readCursor<Values extends z.ZodType>(
  cursor: string | undefined,
  values: Values,
): Outcome<z.output<Values> | null> {
  if (cursor === undefined) return done(null)
  const read = values.safeParse(jsonOf(Buffer.from(cursor, "base64url").toString()))
  return read.success ? done(read.data) : refused("invalid", `after: ${NOT_A_CURSOR}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // Invalid JSON makes the cursor invalid.
  }
}
