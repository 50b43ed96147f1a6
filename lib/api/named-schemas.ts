import { ownValue } from "@/lib/memory/text/own-value"
import type { z } from "zod"
import { AccessToken } from "@/lib/operations/teams/access-tokens"
import { auditEvent } from "@/lib/operations/audit/list"
import { conflictDetail, conflictSummary } from "@/lib/operations/conflicts/conflict-outputs"
import { diagnostic } from "@/lib/operations/memory-files/diagnostic-view"
import { entryView } from "@/lib/operations/memory-files/entry-view"
import { fileSummary } from "@/lib/operations/memory-files/file-summary"
import { fleetAgent } from "@/lib/operations/agents/fleet"
import { revisionLine } from "@/lib/operations/history/history-outputs"
import { importItem, importRun } from "@/lib/operations/import/import-outputs"
import { fileEntry } from "@/lib/operations/memory-files/files"
import { Member } from "@/lib/operations/teams/members"
import {
  finding as proposalFinding,
  proposalDetail,
  proposalSummary,
} from "@/lib/operations/proposals/proposal-outputs"
import { dueEntry } from "@/lib/operations/verification/due"
import { writeBackRun } from "@/lib/operations/write-back/write-back-outputs"
import { policySettings } from "@/lib/memory/policies/policy"
import { proposedChange } from "@/lib/memory/proposals/proposed-change"
import { withoutAdditionalProperties, type JsonSchema, jsonSchemaOf } from "./json-schema"

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
