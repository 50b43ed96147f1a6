import { SEED_LEFT_OUT, type WhyLeftOut } from "@/lib/memory/seed/seed-entry"

/** Returns the counts of a plan that leaves nothing out. */
export const noneLeftOut = () =>
  Object.fromEntries(SEED_LEFT_OUT.map((why) => [why, 0])) as Record<WhyLeftOut, number>
