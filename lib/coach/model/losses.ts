import type { Doubt } from "./grounding"

export type Loss = Doubt | "uncited" | "citation" | "misshapen" | "beyond" | "notShared" | "oneSided"

type Words = (count: string, one: boolean) => string

/** Claims of the model that are not passed on, by why. */
const DROPPED: Readonly<Record<Exclude<Loss, "citation" | "beyond" | "notShared" | "oneSided">, Words>> = {
  uncited: (count) => `${count} cited nothing that the model was shown`,
  order: (count, one) => `${count} read like ${one ? "an order" : "orders"} to the agents`,
  disguised: (count) => `${count} held letters that pass for others`,
  secret: (count) => `${count} held what looks like a secret`,
  address: (count, one) =>
    `${count} ${one ? "names" : "name"} an address, a host or a path that no cited entry has`,
  code: (count, one) => `${count} ${one ? "holds" : "hold"} code or a command that no cited entry has`,
  number: (count, one) => `${count} ${one ? "names" : "name"} a number that no cited entry has`,
  words: (count, one) => `${count} ${one ? "says" : "say"} what the cited entries do not`,
  misshapen: (count, one) => `${count} ${one ? "was" : "were"} no claim in form`,
}

/** Counts what of a model's answers is not passed on, and says it. */
export class Losses {
  private readonly counts = new Map<Loss, number>()

  count(loss: Loss, more = 1): void {
    if (more > 0) this.counts.set(loss, (this.counts.get(loss) ?? 0) + more)
  }

  notes(): string[] {
    const of = (loss: Loss) => this.counts.get(loss) ?? 0
    const why = Object.entries(DROPPED).flatMap(([loss, words]) =>
      of(loss as Loss) > 0 ? [words(String(of(loss as Loss)), of(loss as Loss) === 1)] : [],
    )
    const dropped = Object.keys(DROPPED).reduce((sum, loss) => sum + of(loss as Loss), 0)
    return [
      ...(dropped > 0
        ? [`${claims(dropped)} of the model ${were(dropped)} left out: ${why.join(", ")}.`]
        : []),
      ...(of("citation") > 0
        ? [
            `${of("citation")} ${of("citation") === 1 ? "citation" : "citations"} of the model led to nothing that it was shown, and ${were(of("citation"))} left out.`,
          ]
        : []),
      ...(of("beyond") > 0
        ? [`${claims(of("beyond"))} beyond those that were asked for ${were(of("beyond"))} left out.`]
        : []),
      ...(of("notShared") > 0
        ? [
            `${claims(of("notShared"))} which the model called shared ${of("notShared") === 1 ? "rests" : "rest"} on one agent alone: taken as ${of("notShared") === 1 ? "an observation" : "observations"}.`,
          ]
        : []),
      ...(of("oneSided") > 0
        ? [
            `${claims(of("oneSided"))} which the model called a contradiction ${of("oneSided") === 1 ? "cites" : "cite"} one side alone: taken as ${of("oneSided") === 1 ? "an observation" : "observations"}.`,
          ]
        : []),
    ]
  }
}

const claims = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "claim" : "claims"}`
const were = (count: number): string => (count === 1 ? "was" : "were")
