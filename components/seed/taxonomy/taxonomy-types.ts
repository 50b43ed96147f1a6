import type { FormAction } from "@/components/data/form-state"

/** An agent of a project, as `taxonomy.show` lists it. */
export interface ListedAgent {
  readonly name: string
  readonly project: string
  readonly entries: number
  readonly byHand: boolean
}

export interface ListedCategory {
  readonly slug: string
  readonly name: string
  readonly coordinator: string | null
  readonly writePolicy: string
  readonly sharing: string
  readonly members: readonly string[]
  readonly rules: readonly string[]
  readonly agents: readonly ListedAgent[]
  readonly missing: readonly string[]
  readonly standing: boolean
  readonly version: string
}

export interface UnplacedAgent extends ListedAgent {
  readonly suggestion: { readonly category: string; readonly why: string } | null
}

/** The changes of an assignment, needed to undo it. */
export interface Placements {
  readonly placed: readonly {
    readonly name: string
    readonly project: string
    readonly from: string | null
    readonly to: string | null
    readonly byHand: boolean
  }[]
  readonly names: readonly {
    readonly name: string
    readonly from: string | null
    readonly to: string | null
    readonly coordinated: boolean
  }[]
}

export type MoveResult =
  | { readonly ok: true; readonly value: Placements & { readonly files?: number } }
  | { readonly ok: false; readonly message: string }

export interface TaxonomyActions {
  place(
    this: void,
    team: string,
    agents: readonly { name: string; project?: string }[],
    category: string | null,
  ): Promise<MoveResult>
  undo(
    this: void,
    team: string,
    placements: Placements,
  ): Promise<
    | { readonly ok: true; readonly value: { readonly back: number; readonly left: readonly string[] } }
    | { readonly ok: false; readonly message: string }
  >
  apply(this: void, team: string): Promise<MoveResult>
  makeDefault(
    this: void,
    team: string,
  ): Promise<
    | { readonly ok: true; readonly value: { readonly made: readonly string[] } }
    | { readonly ok: false; readonly message: string }
  >
  readonly save: FormAction
  readonly remove: FormAction
}
