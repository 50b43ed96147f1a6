/**
 * Twenty entries, ranked by hand on 22 November 2026. No figure comes from the tested code: each is calculated from the memory
 * protocol's formula and a table of logarithms.
 *
 * - Score = 0.4 × confidence + 0.3 × recency + 0.3 × frequency. A missing confidence counts as 0.5.
 * - Recency = 0.5 ^ (age in days / 90). Ages 0, 90, 180 leave 1, 1/2, 1/4; 20 days 0.8572, 30 days 0.7937, 45 days 0.7071, 365 days 0.0601,
 *   730 days 0.0036. A future date counts as today. An undated entry counts from its import ("new": today), or from its file's last
 *   change if that is earlier ("old": 24 August, 90 days).
 * - Frequency = ln(1 + readings) / ln(1,001), at most 1. ln 1,001 = 6.9088; ln 2 = 0.6931 gives 0.1003, ln 10 = 2.3026 gives 0.3333,
 *   ln 13 = 2.5649 gives 0.3713, ln 100 = 4.6052 gives 0.6666, ln 1,001 and more give 1.
 * - Relevance to "webhook signature" among these twenty: four contain webhook, ln(1 + 20/4) = 1.7918; three contain signature, ln(1 + 20/3) = 2.0369;
 *   both together 3.8286, which is the maximum and so 1. Signature alone is 0.5320, webhook alone 0.4680, and in an entry of 18 significant words √(8/18) of
 *   that, 0.3120. With the task the score is 0.4 × score + 0.6 × relevance.
 */
export interface RankedByHand {
  readonly text: string
  readonly confidence: number | null
  readonly date: string | null
  readonly file: "new" | "old"
  readonly accessed: number
  readonly parts: { readonly confidence: number; readonly recency: number; readonly frequency: number }
  readonly score: number
  readonly relevance: number
  readonly withTask: number
}

export const BY_HAND_ON = "2026-11-22"
/** Last change of the file with the "old" entries. */
export const OLD_SINCE = "2026-08-24"
export const BY_HAND_TASK = "webhook signature"

type Row = readonly [
  text: string,
  confidence: number | null,
  date: string | null,
  file: "new" | "old",
  accessed: number,
  c: number,
  r: number,
  f: number,
  score: number,
  relevance: number,
  withTask: number,
]

/** In order of score. Of the three with 0.35 the newest is first, then the one on the earlier line. */
const ROWS: readonly Row[] = [
  ["Everything is known for sure", 1, "2026-11-22", "new", 1_000, 1, 1, 1, 1, 0, 0.4],
  ["Surely read a million times", 1, "2026-05-26", "new", 1_000_000, 1, 0.25, 1, 0.775, 0, 0.31],
  [
    "Webhook senders retry; dashboards, invoices, payouts, statements, ledgers, vouchers, cheques, customs, freight, pallets, cranes, tariffs, harbours, vessels, anchors",
    0.8,
    "2026-10-23",
    "new",
    99,
    0.8,
    0.7937,
    0.6666,
    0.7581,
    0.312,
    0.4904,
  ],
  [
    "Webhooks carry a signature header",
    0.95,
    "2026-10-23",
    "new",
    12,
    0.95,
    0.7937,
    0.3713,
    0.7295,
    1,
    0.8918,
  ],
  ["Webhook queues hold ten days", 0.85, "2026-08-24", "new", 9, 0.85, 0.5, 0.3333, 0.59, 0.468, 0.5168],
  ["Half a year and read often", 0.75, "2026-05-26", "old", 99, 0.75, 0.25, 0.6666, 0.575, 0, 0.23],
  ["Undated of today", 0.6, null, "new", 0, 0.6, 1, 0, 0.54, 0, 0.216],
  ["Read once", 0.7, "2026-10-08", "new", 1, 0.7, 0.7071, 0.1003, 0.5222, 0, 0.2089],
  ["Signature keys turn monthly", 0.9, "2026-08-24", "new", 0, 0.9, 0.5, 0, 0.51, 0.532, 0.5232],
  ["Nobody says how sure this is", null, "2026-11-22", "new", 0, 0.5, 1, 0, 0.5, 0, 0.2],
  ["Dates of the future count as today", 0.4, "2027-06-01", "new", 0, 0.4, 1, 0, 0.46, 0, 0.184],
  ["A year ago, read a thousand times", 0.3, "2025-11-22", "old", 1_000, 0.3, 0.0601, 1, 0.438, 0, 0.1752],
  ["Undated of an old file", 0.6, null, "old", 0, 0.6, 0.5, 0, 0.39, 0, 0.156],
  ["Neither dated nor sure", null, null, "old", 1, 0.5, 0.5, 0.1003, 0.3801, 0, 0.152],
  ["Tied, and younger", 0.125, "2026-11-22", "new", 0, 0.125, 1, 0, 0.35, 0, 0.14],
  ["Tied, the upper line", 0.5, "2026-08-24", "new", 0, 0.5, 0.5, 0, 0.35, 0, 0.14],
  ["Tied, the lower line", 0.5, "2026-08-24", "new", 0, 0.5, 0.5, 0, 0.35, 0, 0.14],
  ["Webhook retries need the signature", 0.2, "2026-11-02", "new", 0, 0.2, 0.8572, 0, 0.3372, 1, 0.7349],
  ["Without any confidence", 0, "2026-11-22", "new", 0, 0, 1, 0, 0.3, 0, 0.12],
  ["Unsure and old", 0.1, "2024-11-22", "new", 0, 0.1, 0.0036, 0, 0.0411, 0, 0.0164],
]

export const BY_HAND: readonly RankedByHand[] = ROWS.map(
  ([text, confidence, date, file, accessed, c, recency, frequency, score, relevance, withTask]) => ({
    text,
    confidence,
    date,
    file,
    accessed,
    parts: { confidence: c, recency, frequency },
    score,
    relevance,
    withTask,
  }),
)

/** By the score with the task. */
export const BY_HAND_WITH_TASK: readonly string[] = [
  "Webhooks carry a signature header",
  "Webhook retries need the signature",
  "Signature keys turn monthly",
  "Webhook queues hold ten days",
  "Webhook senders retry; dashboards, invoices, payouts, statements, ledgers, vouchers, cheques, customs, freight, pallets, cranes, tariffs, harbours, vessels, anchors",
  "Everything is known for sure",
  "Surely read a million times",
  "Half a year and read often",
  "Undated of today",
  "Read once",
  "Nobody says how sure this is",
  "Dates of the future count as today",
  "A year ago, read a thousand times",
  "Undated of an old file",
  "Neither dated nor sure",
  "Tied, and younger",
  "Tied, the upper line",
  "Tied, the lower line",
  "Without any confidence",
  "Unsure and old",
]

/** Reversed, so that the order is not the ranking. Entries tied in every criterion keep their order. */
export const AS_STORED: readonly RankedByHand[] = [
  ...BY_HAND.filter((one) => one.text.startsWith("Tied")),
  ...BY_HAND.filter((one) => !one.text.startsWith("Tied")).toReversed(),
]
