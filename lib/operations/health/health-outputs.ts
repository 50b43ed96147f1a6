import { z } from "zod"
import { HEALTH_PARTS } from "@/lib/memory/health/health-parts"
import { ALERT_KINDS, ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"

export const partOfHealth = z.object({
  name: z.enum(HEALTH_PARTS),
  label: z.string(),
  score: z
    .number()
    .nullable()
    .describe("0–100. Null if there is no data, in which case the part is not counted"),
  weight: z.number().describe("Weight of the part, 0–1"),
  message: z.string(),
})

const severity = z.enum(ALERT_SEVERITIES)

const subjectOfCheck = z.object({
  project: z.string().nullable(),
  agent: z.string().nullable(),
  file: z.string().nullable().describe("A memory file's ID"),
  path: z.string().nullable(),
  line: z.number().nullable(),
  severity,
  message: z.string(),
  kind: z.enum(ALERT_KINDS).nullable(),
  alert: z.string().nullable().describe("The alert's ID, if there is an alert"),
})

export type SubjectOfCheck = z.output<typeof subjectOfCheck>

export const checkOfHealth = z.object({
  name: z.string().describe("A part's name, or start-order/ followed by a harness name"),
  label: z.string(),
  ok: z.boolean(),
  severity: severity.nullable().describe("Severity of the worst finding. Null if there is no problem"),
  message: z.string(),
  wayOut: z.string().nullable().describe("What to do. Null if nothing needs to be done"),
  project: z
    .string()
    .nullable()
    .describe("The first item's project. The path also comes from the first item"),
  path: z.string().nullable(),
  subjects: z.array(subjectOfCheck).describe("The worst items, at most five"),
  more: z.number().describe("Number of additional items"),
})

export type CheckOfHealth = z.output<typeof checkOfHealth>
