import { z } from "zod"

/** A diagnostic for responses. See `lib/memory/memory-files/diagnostic`. */
export const diagnostic = z.object({
  line: z.number(),
  column: z.number(),
  severity: z.enum(["error", "warning", "info"]),
  code: z.string(),
  message: z.string(),
})
