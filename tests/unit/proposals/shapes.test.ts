import { describe, expectTypeOf, it } from "vitest"
import type { z } from "zod"
import type {
  DecisionOutcome,
  ExcerptChange,
  Finding,
  ProposalPreview,
  ProposalDetail,
  ProposalSummary,
} from "@/components/proposals/proposal-types"
import type { previewReview } from "@/lib/operations/proposals/decisions/review"
import type * as views from "@/lib/operations/proposals/proposal-outputs"

/**
 * A compile-time check: components may not import operations, so their types are declared twice and must stay
 * equal.
 */
describe("the shapes of proposals", () => {
  it("are those in which the operations answer", () => {
    expectTypeOf<Finding>().toEqualTypeOf<views.ProposalFinding>()
    expectTypeOf<DecisionOutcome>().toEqualTypeOf<views.DecisionOutcome>()
    expectTypeOf<ExcerptChange>().toEqualTypeOf<z.output<typeof views.excerptChange>>()
    expectTypeOf<ProposalPreview>().toEqualTypeOf<z.output<typeof previewReview.output>>()
    expectTypeOf<ProposalSummary>().toEqualTypeOf<views.ProposalSummary>()
    expectTypeOf<ProposalDetail>().toEqualTypeOf<views.ProposalDetail>()
  })
})
