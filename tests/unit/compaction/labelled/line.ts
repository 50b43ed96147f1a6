/** A line of a daily log as our own agents write them, with what a lead would do with it: P promotes it to curated memory, K keeps it in the log. */
export type LabelledLine = readonly [day: string, section: string, label: "P" | "K", text: string]
