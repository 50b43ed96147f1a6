import { z } from "zod"

/** A diagnostic as the doors show it; `lib/memory/memory-files/diagnostic` says what each part means. */
export const diagnostic = z.object({
  line: z.number(),
  column: z.number(),
  severity: z.enum(["error", "warning", "info"]),
  code: z.string(),
  message: z.string(),
})
