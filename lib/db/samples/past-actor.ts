/** Somebody of a sample team. No login or token belongs to them. */
export interface PastActor {
  readonly kind: "person" | "token" | "system"
  readonly id: string
  readonly name: string
}
