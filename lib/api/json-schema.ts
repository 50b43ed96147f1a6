import { z } from "zod"
import { ownValue } from "@/lib/memory/text/own-value"
import { AccessToken } from "@/lib/operations/teams/access-tokens"
import { auditEvent } from "@/lib/operations/audit/audit-log"
import { conflictDetail, conflictSummary } from "@/lib/operations/conflicts/conflict-outputs"
import { diagnostic, fileSummary, entryView } from "@/lib/operations/memory-files/memory-outputs"
import { fleetAgent } from "@/lib/operations/agents/fleet"
import { revisionLine } from "@/lib/operations/history/revisions"
import { importItem, importRun } from "@/lib/operations/import/import-outputs"
import { fileEntry } from "@/lib/operations/memory-files/files"
import { Member } from "@/lib/operations/teams/members-and-invitations"
import {
  finding as proposalFinding,
  proposalDetail,
  proposalSummary,
} from "@/lib/operations/proposals/proposal-outputs"
import { dueEntry } from "@/lib/operations/verification/due"
import { writeBackRun } from "@/lib/operations/write-back/write-back-outputs"
import { policySettings } from "@/lib/memory/policies/policy"
import { proposedChange } from "@/lib/memory/proposals/proposed-change"

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Returns the JSON Schema of a value as it is sent, before zod coerces "5" to 5. */
export function jsonSchemaOf(type: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(type, {
    io: "input",
    unrepresentable: "any",
    override: describeWhatZodCannot,
  })
  return tidied(made) as JsonSchema
}

type Context = Parameters<NonNullable<Parameters<typeof z.toJSONSchema>[1] & object>["override"] & object>[0]

function describeWhatZodCannot({ zodSchema, jsonSchema }: Context): void {
  if (zodSchema instanceof z.ZodDate) Object.assign(jsonSchema, { type: "string", format: "date-time" })
  // A pipe from number to number has its bounds in the second schema.
  if (
    zodSchema instanceof z.ZodPipe &&
    zodSchema.def.in instanceof z.ZodNumber &&
    zodSchema.def.out instanceof z.ZodNumber
  )
    Object.assign(jsonSchema, jsonSchemaOf(zodSchema.def.out))
}

/** Formats that imply their pattern. */
const SPEAKING = ["uuid", "date", "email", "base64"]

/** Returns the schema without keywords that add nothing for readers. */
function tidied(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidied)
  if (typeof schema !== "object" || schema === null) return schema
  const { format, pattern, propertyNames, ...rest } = withListedMembers(schema as JsonSchema)
  const shown = Object.entries(rest).filter(
    ([name, value]) =>
      !((name === "maximum" || name === "minimum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER),
  )
  return {
    ...Object.fromEntries(shown.map(([name, value]) => [name, tidied(value)])),
    ...(format === undefined ? {} : { format }),
    ...(pattern === undefined || SPEAKING.includes(String(format))
      ? {}
      : { pattern: format === "date-time" ? instantPattern(String(pattern)) : pattern }),
    ...(propertyNames === undefined || JSON.stringify(propertyNames) === '{"type":"string"}'
      ? {}
      : { propertyNames: tidied(propertyNames) }),
  }
}

/**
 * Returns the schema with each name of a closed list of member names as a property. Other schemas are
 * unchanged.
 */
function withListedMembers(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties, ...rest } = schema
  const names = (propertyNames as JsonSchema | undefined)?.enum
  if (!Array.isArray(names) || typeof additionalProperties !== "object") return schema
  const properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}

/** Returns the part of a date-time pattern that the format does not imply: the allowed time zones. */
const instantPattern = (pattern: string): string =>
  pattern.includes("[+-]") ? "(?:Z|[+-]\\d\\d:\\d\\d)$" : "Z$"

/**
 * Returns the schema with `additionalProperties: false` on each object that lists properties and does not set
 * it.
 */
export function withoutAdditionalProperties(schema: JsonSchema): JsonSchema {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    return typeof value === "object" && value !== null
      ? withoutAdditionalProperties(value as JsonSchema)
      : value
  }
  const { properties, ...rest } = schema
  const parts = Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, within(value)]))
  if (typeof properties !== "object" || properties === null) return parts
  const members = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, within(part)]))
  return { ...parts, properties: members, additionalProperties: parts.additionalProperties ?? false }
}

/**
 * Schemas shared by several responses, by their names in the OpenAPI document. A schema comes before the
 * schemas that it contains.
 */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  ProposalDetail: proposalDetail,
  Proposal: proposalSummary,
  ProposalFinding: proposalFinding,
  ProposedChange: proposedChange,
  ConflictDetail: conflictDetail,
  Conflict: conflictSummary,
  Entry: entryView,
  DueEntry: dueEntry,
  FileEntry: fileEntry,
  MemoryFile: fileSummary,
  FleetAgent: fleetAgent,
  ImportRun: importRun,
  ImportItem: importItem,
  Diagnostic: diagnostic,
  WriteBack: writeBackRun,
  Revision: revisionLine,
  AccessToken,
  Member,
  AuditEvent: auditEvent,
  Policy: policySettings,
}

/** Returns the name of a schema's request version, which rejects additional properties. */
const asSent = (name: string): string => `${name}Input`
function shapeOf(name: string): JsonSchema {
  const named = ownValue(NAMED, name)
  return named
    ? jsonSchemaOf(named)
    : withoutAdditionalProperties(jsonSchemaOf(ownValue(NAMED, name.replace(/Input$/, "")) as z.ZodType))
}

const byText = new Map(
  Object.keys(NAMED).flatMap(
    (name) =>
      [
        [JSON.stringify(shapeOf(asSent(name))), asSent(name)],
        [JSON.stringify(shapeOf(name)), name],
      ] as const,
  ),
)

/**
 * Returns the schema with named schemas replaced by references. Adds their names to `used`. `itself`: the
 * name of the schema, which is not replaced by a reference to itself.
 */
export function withNames(schema: JsonSchema, used: Set<string>, itself?: string): JsonSchema {
  const name = byText.get(JSON.stringify(schema))
  if (name !== undefined && name !== itself) {
    used.add(name)
    return { $ref: `#/components/schemas/${name}` }
  }
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, within(value, used)]))
}

function within(value: unknown, used: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, used))
  return typeof value === "object" && value !== null ? withNames(value as JsonSchema, used) : value
}

/** Returns the used named schemas and those that they refer to, by name. Adds the latter to `used`. */
export function namedSchemas(used: Set<string>): Record<string, JsonSchema> {
  const described = new Map<string, JsonSchema>()
  // The loop also visits names that are added while it runs.
  for (const name of used) described.set(name, withNames(shapeOf(name), used, name))
  return Object.fromEntries([...described].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
