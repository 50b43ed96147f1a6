import { z } from "zod"

/** Schema of a diagnostic in responses. See `lib/memory/memory-files/diagnostic`. */
export const diagnostic = z.object({
  line: z.number(),
  column: z.number(),
  severity: z.enum(["error", "warning", "info"]),
  code: z.string(),
  message: z.string(),
})
