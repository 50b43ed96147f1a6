/** The parameters of a statement that is put together from parts. The first, $1, is always the team. */
export class Slots {
  readonly values: unknown[]

  constructor(teamId: string) {
    this.values = [teamId]
  }

  /** Takes a value and gives the place where it stands: "$4::uuid[]". */
  of(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
