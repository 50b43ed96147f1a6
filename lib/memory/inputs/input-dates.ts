import { z } from "zod"
import { DATE_RANGE, isInDateRange } from "../memory-files/date-range"

const OUT_OF_RANGE = `out of range; only ${DATE_RANGE} are accepted`

/** Schema of an ISO date within the accepted range. */
export const inputDay = z.iso.date().refine(isInDateRange, OUT_OF_RANGE)
/** Schema of an ISO instant with a time zone, within the accepted range. */
export const inputInstant = z.iso.datetime({ offset: true }).refine(isInDateRange, OUT_OF_RANGE)
