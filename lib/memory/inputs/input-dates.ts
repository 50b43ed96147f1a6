import { z } from "zod"
import { DATE_RANGE, isInDateRange } from "../memory-files/date-range"

const OUT_OF_RANGE = `is out of range; ${DATE_RANGE} are accepted`

/** An ISO date as an input of an operation. */
export const inputDay = z.iso.date().refine(isInDateRange, OUT_OF_RANGE)
/** An ISO instant with its zone as an input of an operation. */
export const inputInstant = z.iso.datetime({ offset: true }).refine(isInDateRange, OUT_OF_RANGE)
