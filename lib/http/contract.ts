import type { RefusalReason } from "@/lib/memory/inputs/outcome"
import type { OperationsByName } from "@/lib/operations/list"

/** The name of an operation: "proposal.show". */
type OperationName = keyof OperationsByName

/** Input of an operation: fields of the path, the query and the body in one object. */
export type InputOf<Name extends OperationName> = Sendable<
  OperationsByName[Name]["input"]["_zod"]["input"],
  OperationsByName[Name]["input"]["_zod"]["output"]
>

/** JSON response of an operation. */
export type OutputOf<Name extends OperationName> = OperationsByName[Name]["output"]["_zod"]["input"]

/** The method and path of an operation: "GET /proposals/{proposal}". */
type RouteOf<Name extends OperationName> =
  `${OperationsByName[Name]["method"]} ${OperationsByName[Name]["path"]}`

/** Reason code of a refused call; "" if the response is not from the API. */
export type CallRefusal = RefusalReason | ""

/**
 * Input type with readonly values. A field that the server converts accepts its value, or text as in an
 * address.
 */
type Sendable<Input, Output> = Input extends object
  ? {
      readonly [Key in keyof Input]: unknown extends Input[Key]
        ? (Key extends keyof Output ? Output[Key] : never) | string
        : DeepReadonly<Input[Key]>
    }
  : Input

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value

/**
 * Method and path of the operations that browser and command line call. The type checker compares them with
 * the declarations.
 */
export const ROUTES = {
  "access-token.create": "POST /teams/{team}/access-tokens",
  "access-token.list": "GET /teams/{team}/access-tokens",
  "access-token.revoke": "DELETE /teams/{team}/access-tokens/{accessToken}",
  "alert-rule.remove": "DELETE /alert-rules/{rule}",
  "alert.acknowledge": "POST /alerts/acknowledge",
  "alert.assign": "POST /alerts/assign",
  "alert.cure": "POST /alerts/{alert}/cure",
  "alert.cures": "GET /alerts/{alert}/cures",
  "alert.ignore": "POST /alert-rules",
  "alert.list": "GET /alerts",
  "alert.reopen": "POST /alerts/reopen",
  "alert.show": "GET /alerts/{alert}",
  "alert.snooze": "POST /alerts/snooze",
  "audit.export": "GET /audit/export",
  "audit.list": "GET /audit",
  "audit.verify": "GET /audit/verify",
  "brief.show": "GET /brief",
  "category.approve-consolidated": "POST /categories/{category}/consolidation",
  "category.preview-consolidation": "POST /categories/{category}/consolidation/preview",
  "claim.decide": "POST /syntheses/{synthesis}/claims/{position}/decision",
  "claim.decide-rest": "POST /syntheses/{synthesis}/claims/decisions",
  "claim.undo": "DELETE /syntheses/{synthesis}/claims/{position}/decision",
  "coach-run.cancel": "POST /coach/runs/{run}/cancel",
  "coach-run.list": "GET /coach/runs",
  "coach-run.retry": "POST /coach/runs/{run}/retry",
  "coach-run.show": "GET /coach/runs/{run}",
  "coach.estimate": "GET /coach/estimate",
  "coach.start": "POST /coach/runs",
  "command-line.end": "DELETE /me/command-lines/{commandLine}",
  "compaction.due": "GET /compaction",
  "compaction.preview": "POST /compaction/preview",
  "compaction.propose": "POST /compaction",
  "comment.create": "POST /comments",
  "comment.delete": "DELETE /comments/{comment}",
  "comment.edit": "PATCH /comments/{comment}",
  "comment.list": "GET /comments",
  "conflict.assign": "PUT /conflicts/assignee",
  "conflict.list": "GET /conflicts",
  "conflict.preview": "POST /conflicts/{conflict}/preview",
  "conflict.resolve": "PUT /conflicts/{conflict}/resolution",
  "conflict.resolve-many": "POST /conflicts/resolutions",
  "conflict.show": "GET /conflicts/{conflict}",
  "conflict.snooze": "PUT /conflicts/snooze",
  "conflict.undo": "DELETE /conflicts/{conflict}/resolution",
  "context.rank": "GET /rank",
  "context.show": "GET /context",
  "entry.citations": "GET /entries/{entry}/citations",
  "entry.forget": "POST /entries/{entry}/forget",
  "entry.history": "GET /entries/{entry}/history",
  "entry.read": "GET /entries",
  "entry.restore": "POST /entries/{entry}/restore",
  "entry.search": "GET /search",
  "entry.show": "GET /entries/{entry}",
  "entry.vouch": "POST /entries/{entry}/vouch",
  "entry.vouch-many": "POST /vouches",
  "entry.withdraw-vouch": "DELETE /entries/{entry}/vouch",
  "export.files": "GET /export",
  "file.blame": "GET /files/{file}/blame",
  "file.entry": "GET /files/{file}/entry",
  "file.excerpt": "GET /files/{file}/excerpt",
  "file.list": "GET /files",
  "file.download": "POST /files/download",
  "file.restore": "POST /files/{file}/restore",
  "file.revise": "PUT /files/{file}",
  flush: "POST /flush",
  "health.show": "GET /health/memory",
  "heartbeat.list": "GET /heartbeat/runs",
  "heartbeat.run": "POST /heartbeat/run",
  "heartbeat.status": "GET /heartbeat",
  "import.cancel": "POST /imports/{run}/cancel",
  "import.estimate": "GET /imports/{run}/estimate",
  "import.items": "GET /imports/{run}/items",
  "import.open": "POST /imports",
  "import.place": "PATCH /imports/{run}/items",
  "import.plan": "POST /imports/{run}/plan",
  "import.preview": "POST /imports/preview",
  "import.send": "PUT /imports/{run}/files",
  "import.show": "GET /imports/{run}",
  "import.start": "POST /imports/{run}/start",
  "import.take": "POST /imports/{run}/take",
  "import.team-id": "POST /imports/{run}/team-ids",
  "inbox.count": "GET /inbox/count",
  "inbox.decided": "GET /inbox/decided",
  "inbox.list": "GET /inbox/items",
  jump: "GET /jump",
  "me.show": "GET /me",
  "memory.clear": "POST /memory/clear",
  "memory.init": "POST /memory",
  "memory.show": "GET /memory",
  "member.list": "GET /teams/{team}/members",
  "migration.list": "GET /migrations",
  "migration.preview": "POST /migrations/preview",
  "migration.run": "POST /migrations",
  "migration.undo": "POST /migrations/{migration}/undo",
  "notification.list": "GET /teams/{team}/notifications",
  "notification.read": "POST /teams/{team}/notifications/read",
  "place.list": "GET /places",
  "project.list": "GET /projects",
  "promotion.preview": "POST /promotions/preview",
  "promotion.run": "POST /promotions",
  "promotion.undo": "DELETE /promotions/{promotion}",
  "proposal.assign": "PUT /proposals/assignee",
  "proposal.create": "POST /proposals",
  "proposal.list": "GET /proposals",
  "proposal.preview": "POST /proposals/{proposal}/preview",
  "proposal.rebase": "POST /proposals/{proposal}/rebase",
  "proposal.review": "POST /proposals/{proposal}/review",
  "proposal.review-many": "POST /reviews",
  "proposal.show": "GET /proposals/{proposal}",
  "proposal.snooze": "PUT /proposals/snooze",
  "proposal.undo": "DELETE /proposals/{proposal}/review",
  "proposal.undo-many": "POST /reviews/undo",
  "proposal.withdraw": "DELETE /proposals/{proposal}",
  "receipt.list": "GET /receipts",
  "receipt.show": "GET /receipts/{receipt}",
  "receipt.standing": "GET /receipts/standing",
  "revert.preview": "POST /reverts/preview",
  "revert.run": "POST /reverts",
  "revision.list": "GET /files/{file}/revisions",
  "run.append": "POST /runs",
  "samples.remove": "DELETE /samples",
  "seed.apply": "POST /seed/plans/{plan}/apply",
  "seed.context": "GET /seed/plans/{plan}/context",
  "seed.drop": "POST /seed/plans/{plan}/drop",
  "seed.fresh": "POST /seed/fresh",
  "seed.move": "POST /seed/plans/{plan}/moves",
  "seed.plan": "POST /seed/plans",
  "seed.predecessors": "GET /seed/predecessors",
  "seed.preview": "POST /seed/preview",
  "seed.show": "GET /seed/plans/{plan}",
  "seed.snooze": "PUT /seed/plans/snooze",
  "seed.text": "GET /seed/plans/{plan}/text",
  "seed.undo": "POST /seed/plans/{plan}/undo",
  "session.close": "POST /sessions/{session}/close",
  "session.start": "POST /sessions",
  "source.list": "GET /sources",
  "sync.compare": "POST /sync/compare",
  "sync.take": "POST /sync/taken",
  "sync.texts": "POST /sync/texts",
  "synthesis.list": "GET /syntheses",
  "synthesis.preview": "GET /syntheses/{synthesis}/publish",
  "synthesis.publish": "POST /syntheses/{synthesis}/publish",
  "synthesis.reject": "POST /syntheses/{synthesis}/rejection",
  "synthesis.reopen": "DELETE /syntheses/{synthesis}/rejection",
  "synthesis.show": "GET /syntheses/{synthesis}",
  "synthesis.snooze": "PUT /syntheses/snooze",
  "synthesis.submit": "POST /syntheses",
  "synthesis.withdraw": "DELETE /syntheses/{synthesis}/publish",
  "team.list": "GET /teams",
  "view.delete": "DELETE /views/{name}",
  "view.save": "POST /views",
  "write-back.download": "GET /sources/{source}/write-back/download",
  "write-back.preview": "GET /sources/{source}/write-back",
  "write-back.show": "GET /sources/{source}/write-backs/{writeBack}",
  "write-back.start": "POST /sources/{source}/write-back",
} as const satisfies { readonly [Name in OperationName]?: RouteOf<Name> }

/** The name of an operation that browser or command line call. */
export type CalledOperation = keyof typeof ROUTES

/** A request to the HTTP API. */
export interface ApiRequest {
  readonly method: string
  /** Path below `/api/v1`, with the query. */
  readonly path: string
  /** The fields of the JSON body. Undefined if the method has none. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Returns the request that calls an operation. Undefined fields are left out. */
export function requestOf<Name extends CalledOperation>(operation: Name, input: InputOf<Name>): ApiRequest {
  const [method = "", pattern = ""] = ROUTES[operation].split(" ")
  const fields = new Map<string, unknown>(Object.entries(input))
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = fields.get(field)
    fields.delete(field)
    return encodeURIComponent(String(value))
  })
  if (method !== "GET" && method !== "DELETE") return { method, path, body: Object.fromEntries(fields) }
  const query = queryOf(fields)
  return { method, path: query === "" ? path : `${path}?${query}`, body: undefined }
}

/** Returns the fields as a query string. Lists repeat their field. */
function queryOf(fields: ReadonlyMap<string, unknown>): string {
  const pairs = [...fields].flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)]),
  )
  return new URLSearchParams(pairs).toString()
}
