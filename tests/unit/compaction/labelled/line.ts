/**
 * A line of a daily log with the decision of a lead: P promotes it to curated memory, K keeps it in the log.
 */
export type LabelledLine = readonly [day: string, section: string, label: "P" | "K", text: string]
