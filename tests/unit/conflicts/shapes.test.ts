import { describe, expectTypeOf, it } from "vitest"
import type { z } from "zod"
import type {
  ConflictDetail,
  ConflictSummary,
  ResolutionPreview,
} from "@/components/conflicts/conflict-types"
import type { previewResolution } from "@/lib/operations/conflicts/resolve"
import type * as views from "@/lib/operations/conflicts/conflict-outputs"

/** Checked when types are: components may not import operations, so their shapes are stated twice and held equal here. */
describe("the shapes of conflicts", () => {
  it("are those in which the operations answer", () => {
    expectTypeOf<ConflictSummary>().toEqualTypeOf<views.ConflictSummary>()
    expectTypeOf<ConflictDetail>().toEqualTypeOf<views.ConflictDetail>()
    expectTypeOf<ResolutionPreview>().toEqualTypeOf<z.output<typeof previewResolution.output>>()
  })
})
