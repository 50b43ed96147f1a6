import { z } from "zod"
import { ALERT_KINDS, ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { HEALTH_PARTS } from "@/lib/memory/health/facts"

export const partOfHealth = z.object({
  name: z.enum(HEALTH_PARTS),
  label: z.string(),
  score: z.number().nullable().describe("0–100. Null: no data, not counted"),
  weight: z.number().describe("Its weight, 0–1"),
  message: z.string(),
})

const severity = z.enum(ALERT_SEVERITIES)

const subjectOfCheck = z.object({
  project: z.string().nullable(),
  agent: z.string().nullable(),
  file: z.string().nullable().describe("A memory file's id"),
  path: z.string().nullable(),
  line: z.number().nullable(),
  severity,
  message: z.string(),
  kind: z.enum(ALERT_KINDS).nullable(),
  alert: z.string().nullable().describe("The alert's id, if there is one"),
})
export type SubjectOfCheck = z.output<typeof subjectOfCheck>

export const checkOfHealth = z.object({
  name: z.string().describe("A part's name, or start-order/ and a harness"),
  label: z.string(),
  ok: z.boolean(),
  severity: severity.nullable().describe("Severity of the worst finding. Null: no problem"),
  message: z.string(),
  wayOut: z.string().nullable().describe("What to do. Null: nothing"),
  project: z.string().nullable().describe("Of the first item, as is the path"),
  path: z.string().nullable(),
  subjects: z.array(subjectOfCheck).describe("The worst, at most five"),
  more: z.number().describe("How many more there are"),
})
export type CheckOfHealth = z.output<typeof checkOfHealth>
