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

/** Methods and paths of operations. The type checker compares them with the declarations. */
export type OperationRoutes = { readonly [Name in OperationName]?: RouteOf<Name> }

/**
 * Method and path of the operations that the browser calls. Every page loads this table. Those that only the
 * command line calls are in lib/cli/infra/command-routes.ts.
 */
export const ROUTES = {
  "alert-rule.remove": "DELETE /alert-rules/{rule}",
  "alert.acknowledge": "POST /alerts/acknowledge",
  "alert.assign": "POST /alerts/assign",
  "alert.cure": "POST /alerts/{alert}/cure",
  "alert.cures": "GET /alerts/{alert}/cures",
  "alert.ignore": "POST /alert-rules",
  "alert.reopen": "POST /alerts/reopen",
  "alert.show": "GET /alerts/{alert}",
  "alert.snooze": "POST /alerts/snooze",
  "category.approve-consolidated": "POST /categories/{category}/consolidation",
  "category.preview-consolidation": "POST /categories/{category}/consolidation/preview",
  "claim.decide": "POST /syntheses/{synthesis}/claims/{position}/decision",
  "claim.decide-rest": "POST /syntheses/{synthesis}/claims/decisions",
  "claim.undo": "DELETE /syntheses/{synthesis}/claims/{position}/decision",
  "coach-run.list": "GET /coach/runs",
  "coach.estimate": "GET /coach/estimate",
  "compaction.preview": "POST /compaction/preview",
  "compaction.propose": "POST /compaction",
  "comment.create": "POST /comments",
  "comment.delete": "DELETE /comments/{comment}",
  "comment.edit": "PATCH /comments/{comment}",
  "comment.list": "GET /comments",
  "conflict.assign": "PUT /conflicts/assignee",
  "conflict.preview": "POST /conflicts/{conflict}/preview",
  "conflict.resolve": "PUT /conflicts/{conflict}/resolution",
  "conflict.resolve-many": "POST /conflicts/resolutions",
  "conflict.show": "GET /conflicts/{conflict}",
  "conflict.snooze": "PUT /conflicts/snooze",
  "conflict.undo": "DELETE /conflicts/{conflict}/resolution",
  "entry.citations": "GET /entries/{entry}/citations",
  "entry.forget": "POST /entries/{entry}/forget",
  "entry.restore": "POST /entries/{entry}/restore",
  "entry.search": "GET /search",
  "entry.vouch": "POST /entries/{entry}/vouch",
  "entry.vouch-many": "POST /vouches",
  "entry.withdraw-vouch": "DELETE /entries/{entry}/vouch",
  "file.entry": "GET /files/{file}/entry",
  "file.excerpt": "GET /files/{file}/excerpt",
  "file.download": "POST /files/download",
  "file.revise": "PUT /files/{file}",
  "import.cancel": "POST /imports/{run}/cancel",
  "import.estimate": "GET /imports/{run}/estimate",
  "import.items": "GET /imports/{run}/items",
  "import.open": "POST /imports",
  "import.place": "PATCH /imports/{run}/items",
  "import.plan": "POST /imports/{run}/plan",
  "import.send": "PUT /imports/{run}/files",
  "import.show": "GET /imports/{run}",
  "import.start": "POST /imports/{run}/start",
  "import.take": "POST /imports/{run}/take",
  "import.team-id": "POST /imports/{run}/team-ids",
  "inbox.count": "GET /inbox/count",
  "inbox.decided": "GET /inbox/decided",
  "inbox.list": "GET /inbox/items",
  jump: "GET /jump",
  "member.list": "GET /teams/{team}/members",
  "migration.preview": "POST /migrations/preview",
  "migration.run": "POST /migrations",
  "migration.undo": "POST /migrations/{migration}/undo",
  "notification.list": "GET /teams/{team}/notifications",
  "notification.read": "POST /teams/{team}/notifications/read",
  "promotion.preview": "POST /promotions/preview",
  "promotion.run": "POST /promotions",
  "promotion.undo": "DELETE /promotions/{promotion}",
  "proposal.assign": "PUT /proposals/assignee",
  "proposal.create": "POST /proposals",
  "proposal.preview": "POST /proposals/{proposal}/preview",
  "proposal.rebase": "POST /proposals/{proposal}/rebase",
  "proposal.review": "POST /proposals/{proposal}/review",
  "proposal.review-many": "POST /reviews",
  "proposal.show": "GET /proposals/{proposal}",
  "proposal.snooze": "PUT /proposals/snooze",
  "proposal.undo": "DELETE /proposals/{proposal}/review",
  "proposal.undo-many": "POST /reviews/undo",
  "proposal.withdraw": "DELETE /proposals/{proposal}",
  "receipt.show": "GET /receipts/{receipt}",
  "seed.apply": "POST /seed/plans/{plan}/apply",
  "seed.context": "GET /seed/plans/{plan}/context",
  "seed.drop": "POST /seed/plans/{plan}/drop",
  "seed.move": "POST /seed/plans/{plan}/moves",
  "seed.preview": "POST /seed/preview",
  "seed.show": "GET /seed/plans/{plan}",
  "seed.snooze": "PUT /seed/plans/snooze",
  "seed.text": "GET /seed/plans/{plan}/text",
  "seed.undo": "POST /seed/plans/{plan}/undo",
  "synthesis.preview": "GET /syntheses/{synthesis}/publish",
  "synthesis.publish": "POST /syntheses/{synthesis}/publish",
  "synthesis.reject": "POST /syntheses/{synthesis}/rejection",
  "synthesis.reopen": "DELETE /syntheses/{synthesis}/rejection",
  "synthesis.show": "GET /syntheses/{synthesis}",
  "synthesis.snooze": "PUT /syntheses/snooze",
  "synthesis.withdraw": "DELETE /syntheses/{synthesis}/publish",
  "view.delete": "DELETE /views/{name}",
  "view.save": "POST /views",
  "write-back.show": "GET /sources/{source}/write-backs/{writeBack}",
} as const satisfies OperationRoutes

/** The name of an operation that the browser calls. */
export type BrowserOperation = keyof typeof ROUTES

/** A request to the HTTP API. */
export interface ApiRequest {
  readonly method: string
  /** Path below `/api/v1`, with the query. */
  readonly path: string
  /** The fields of the JSON body. Undefined if the method has none. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Returns the request that calls an operation. Undefined fields are left out. */
export const requestOf = <Name extends BrowserOperation>(operation: Name, input: InputOf<Name>): ApiRequest =>
  requestTo(ROUTES[operation], input)

/** Returns the request to a route such as "GET /proposals/{proposal}". Undefined fields are left out. */
export function requestTo(route: string, input: object): ApiRequest {
  const [method = "", pattern = ""] = route.split(" ")
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
