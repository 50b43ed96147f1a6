import { z } from "zod"
import { type Outcome, done, refused } from "@/lib/memory/inputs/outcome"

/** What whoever asks with a cursor that no list gave is told. */
export const NOT_A_CURSOR = "invalid cursor: send `next` of the previous page, or omit it for the first page"

/** The place to go on from, for lists that count: opaque to whoever asks. */
export const placeInList = z.string().regex(/^\d{1,9}$/, NOT_A_CURSOR)

const USUAL = 1_000

/** What lists take that are short by nature, and could yet grow: people, keys, projects. */
export const pageInput = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(USUAL)
    .optional()
    .describe(`Maximum number (default: ${USUAL.toLocaleString("en")})`),
  after: placeInList.optional(),
}

export const nextOutput = z
  .string()
  .nullable()
  .describe("Send it as `after` for the next page. Null: last page")

/** One page of a list that is there as a whole. */
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

/** How many rows to read for a page of a list that knows no place to begin at: one more tells whether there is a next. */
export const upTo = ({ limit, after }: { limit: number; after?: string | undefined }): number =>
  Number(after ?? 0) + limit + 1

/** A cursor that carries where a list goes on by the values that it is ordered by. */
export const cursorOf = (...values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString("base64url")

/** The values of a cursor; refused where it is none of this list's. */
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
    return null // no JSON is no cursor either
  }
}
