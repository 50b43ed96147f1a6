/** A fictional author in a sample team, without a login or token. */
export interface PastActor {
  readonly kind: "person" | "token" | "system"
  readonly id: string
  readonly name: string
}
