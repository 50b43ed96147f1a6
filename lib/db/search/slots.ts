/** Parameters of a composed statement. $1 is always the team. */
export class Slots {
  readonly values: unknown[]

  constructor(teamId: string) {
    this.values = [teamId]
  }

  /** Adds a value and returns its placeholder: "$4::uuid[]". */
  of(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
