import { describe, expectTypeOf, it } from "vitest"
import type { z } from "zod"
import type {
  ConflictDetail,
  ConflictSummary,
  ResolutionPreview,
} from "@/components/conflicts/conflict-types"
import type { previewResolution } from "@/lib/operations/conflicts/resolve"
import type * as views from "@/lib/operations/conflicts/conflict-outputs"

/**
 * A compile-time check: components may not import operations, so their types are declared twice and must stay
 * equal.
 */
describe("the shapes of conflicts", () => {
  it("are those in which the operations answer", () => {
    expectTypeOf<ConflictSummary>().toEqualTypeOf<views.ConflictSummary>()
    expectTypeOf<ConflictDetail>().toEqualTypeOf<views.ConflictDetail>()
    expectTypeOf<ResolutionPreview>().toEqualTypeOf<z.output<typeof previewResolution.output>>()
  })
})
