import type { RefusalReason } from "@/lib/memory/inputs/outcome"
import type { OperationsByName } from "@/lib/operations/list"

/** The name of an operation: "proposal.show". */
export type OperationName = keyof OperationsByName

/** Input of an operation: fields of the path, the query and the body in one object. */
export type InputOf<Name extends OperationName> = Sendable<
  OperationsByName[Name]["input"]["_zod"]["input"],
  OperationsByName[Name]["input"]["_zod"]["output"]
>

/** JSON response of an operation. */
export type OutputOf<Name extends OperationName> = OperationsByName[Name]["output"]["_zod"]["input"]

/** The method and path of an operation: "GET /proposals/{proposal}". */
export type RouteOf<Name extends OperationName> =
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
