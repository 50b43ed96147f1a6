import type { OutputOf } from "@/lib/http/contract"
import type { FormAction } from "@/components/data/form-state"

/** An agent of a project, as `taxonomy.show` lists it. */
export type ListedAgent = ListedCategory["agents"][number]

export type ListedCategory = OutputOf<"taxonomy.show">["categories"][number]

export type UnplacedAgent = OutputOf<"taxonomy.show">["unplaced"][number]

/** The changes of an assignment, needed to undo it. */
export type Placements = OutputOf<"taxonomy.apply">

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
