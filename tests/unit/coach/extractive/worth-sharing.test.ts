import { expect, it } from "vitest"
import { isRecord, isSentence } from "@/lib/coach/extractive/worth-sharing"

it.each([
  "High: the upload handler trusts the file name",
  "MEDIUM-2: missing index on orders.created_at",
  "Files reviewed: 14",
  "**Verdict**: pass",
  "auth.ts | 120 lines | reviewed",
])("a record of a review is no knowledge for others: %s", (text) => expect(isRecord(text)).toBe(true))

it.each([
  "High latency on the replica means that the pool is exhausted",
  "Pipe the output through jq: `curl … | jq .id`",
  "Only release managers may tag a version",
])("a statement is no record: %s", (text) => expect(isRecord(text)).toBe(false))

it.each([
  ["The cache is shared by all workers", true],
  ["Never tag on a Friday", true],
  ["デプロイは金曜日に行わない", true],
  ["Cache layer", false],
  ["src/cache/store.ts", false],
])("%s is a sentence: %s", (text, expected) => expect(isSentence(text)).toBe(expected))
