import type { GroundingProblem } from "./grounding"

export type DropReason =
  | GroundingProblem
  | "uncited"
  | "citation"
  | "misshapen"
  | "beyond"
  | "notShared"
  | "oneSided"

type Words = (count: string, one: boolean) => string

/** Phrases about dropped claims, by reason. */
const DROPPED: Readonly<
  Record<Exclude<DropReason, "citation" | "beyond" | "notShared" | "oneSided">, Words>
> = {
  uncited: (count) => `${count} cited entries that the model was not shown`,
  order: (count, one) => `${count} read like ${one ? "an instruction" : "instructions"} to agents`,
  disguised: (count) => `${count} contained lookalike characters`,
  secret: (count) => `${count} contained a possible secret`,
  address: (count, one) =>
    `${count} ${one ? "contains" : "contain"} an address, host or path that is not in a cited entry`,
  code: (count, one) =>
    `${count} ${one ? "contains" : "contain"} code or a command that is not in a cited entry`,
  number: (count, one) => `${count} ${one ? "contains" : "contain"} a number that is not in a cited entry`,
  words: (count, one) => `${count} ${one ? "is" : "are"} not supported by the cited entries`,
  misshapen: (count, one) => `${count} ${one ? "was" : "were"} malformed`,
}

/**
 * Counts the claims and citations of a model's answers that were dropped or changed. `notes` returns
 * sentences about them for display.
 */
export class DroppedClaims {
  private readonly counts = new Map<DropReason, number>()

  count(loss: DropReason, more = 1): void {
    if (more > 0) this.counts.set(loss, (this.counts.get(loss) ?? 0) + more)
  }

  notes(): string[] {
    const of = (loss: DropReason) => this.counts.get(loss) ?? 0
    const why = Object.entries(DROPPED).flatMap(([loss, words]) =>
      of(loss as DropReason) > 0 ? [words(String(of(loss as DropReason)), of(loss as DropReason) === 1)] : [],
    )
    const dropped = Object.keys(DROPPED).reduce((sum, loss) => sum + of(loss as DropReason), 0)
    return [
      ...(dropped > 0
        ? [`${claims(dropped)} from the model ${were(dropped)} dropped: ${why.join(", ")}.`]
        : []),
      ...(of("citation") > 0
        ? [
            `${of("citation")} ${of("citation") === 1 ? "citation" : "citations"} from the model ${were(of("citation"))} dropped because the model was not shown the cited entry.`,
          ]
        : []),
      ...(of("beyond") > 0
        ? [`${claims(of("beyond"))} beyond the requested number ${were(of("beyond"))} dropped.`]
        : []),
      ...(of("notShared") > 0
        ? [
            `${claims(of("notShared"))} that the model marked as shared ${of("notShared") === 1 ? "is" : "are"} based on only one agent and ${were(of("notShared"))} kept as ${of("notShared") === 1 ? "an observation" : "observations"}.`,
          ]
        : []),
      ...(of("oneSided") > 0
        ? [
            `${claims(of("oneSided"))} that the model marked as contradictory ${of("oneSided") === 1 ? "cites" : "cite"} only one side and ${were(of("oneSided"))} kept as ${of("oneSided") === 1 ? "an observation" : "observations"}.`,
          ]
        : []),
    ]
  }
}

const claims = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "claim" : "claims"}`
const were = (count: number): string => (count === 1 ? "was" : "were")
