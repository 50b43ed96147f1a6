import { describe, expect, it } from "vitest"
import { mergeCandidates, mergedDraft } from "@/components/proposals/panels/merge-panel"
import type { Finding } from "@/components/proposals/proposal-types"

describe("merging a proposal into an entry", () => {
  it("starts with the longer text if it contains the other", () => {
    expect(mergedDraft("The broker redelivers", "The broker redelivers after a restart")).toBe(
      "The broker redelivers after a restart",
    )
    expect(mergedDraft("After a restart the broker redelivers", "the broker redelivers.")).toBe(
      "After a restart the broker redelivers",
    )
    expect(
      mergedDraft(
        "Event handlers are idempotent",
        "Event handlers must be idempotent: the broker redelivers",
      ),
    ).toBe("Event handlers must be idempotent: the broker redelivers")
  })

  it("starts with the longer text if both are duplicates", () => {
    const [entry, proposed] = [
      "Payment retries use exponential backoff with full jitter, at most five attempts",
      "Payments are retried with backoff and jitter, five times",
    ]
    expect(mergedDraft(entry, proposed, true)).toBe(entry)
    expect(mergedDraft(proposed, entry, true)).toBe(entry)
  })

  it("starts with both texts in sequence if each adds something", () => {
    expect(mergedDraft("Handlers are idempotent;", "Consumers see messages twice")).toBe(
      "Handlers are idempotent. Consumers see messages twice",
    )
    expect(mergedDraft("Handlers are idempotent.", "Consumers see messages twice")).toBe(
      "Handlers are idempotent. Consumers see messages twice",
    )
  })

  it("offers similar entries once each, most similar first and nine at most", () => {
    const findings = [
      ...Array.from({ length: 11 }, (_, place) => near(`e${place}`, place / 20)),
      near("e3", 0.1),
      { ...near("x", 1), entry: null },
    ]
    expect(mergeCandidates(findings, null).map((one) => one.id)).toEqual([
      "e10",
      "e9",
      "e8",
      "e7",
      "e6",
      "e5",
      "e4",
      "e3",
      "e2",
    ])
    expect(
      mergeCandidates(findings, "e0")
        .map((one) => one.id)
        .slice(0, 2),
    ).toEqual(["e0", "e10"])
  })
})

const near = (id: string, score: number): Finding => ({
  kind: "near-duplicate",
  severity: "warning",
  message: "",
  entry: { id, fileId: "f", path: "p", line: 1, text: id, agent: null },
  proposal: null,
  score,
  words: null,
})
