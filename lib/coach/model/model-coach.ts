import { formatCount } from "@/lib/memory/text/sentence"
import type { CoachMaterial } from "@/lib/memory/coach/synthesis"
import { type Coach, type CoachEstimate, CoachFailure, type CoachWork, type WrittenSynthesis } from "../coach"
import { type CallTimeouts, type Clock, SYSTEM_CLOCK } from "./call"
import { cutPortions, readingPrompt, halve, type Portion, joiningPrompt } from "./prompt"
import { callSize, type ModelSettings, type CallSize } from "./model-providers"
import { PromptRedactor } from "./prompt-data"
import { costOf, Spending } from "./tokens"
import { maxTokensOf, PersistentModel } from "./call-retries"
import { type ClaimsResult, askForClaims, type ClaimsModel } from "./ask-for-claims"
import {
  joinDuplicateClaims,
  mostImportantClaims,
  DroppedClaims,
  draftOf,
  type QuotedEntry,
  type VerifiedClaim,
  verifyClaims,
} from "./verified-claims"

export interface ModelOptions {
  readonly clock?: Clock
  /**
   * Milliseconds without new data within an answer, after which the call is aborted and repeated. Default:
   * STALL_MS.
   */
  readonly stallMs?: number
  /**
   * Maximum number of milliseconds until an answer begins. Default: START_MS, or `stallMs` if that is longer.
   */
  readonly startMs?: number
}

const STALL_MS = 60_000
const START_MS = 180_000

/**
 * Returns the coach that uses a language model. The model reads the memory in portions, and then merges the
 * claims from all portions.
 */
export function modelCoach(settings: ModelSettings, options: ModelOptions = {}): Coach {
  return {
    method: "model",
    model: `${settings.provider}:${settings.name}`,
    estimate: (material) => estimate(material, settings),
    write: (material, work) =>
      writeSynthesis(material, work, { settings, patience: callTimeoutsOf(options) }),
  }
}

export const callTimeoutsOf = ({
  clock = SYSTEM_CLOCK,
  stallMs = STALL_MS,
  startMs = Math.max(START_MS, stallMs),
}: ModelOptions): CallTimeouts => ({ clock, stallMs, startMs })

/**
 * Returns the estimated cost of a run. Secrets are not hidden for the estimate, because that is slow and
 * hardly changes the length.
 */
function estimate(material: CoachMaterial, settings: ModelSettings): CoachEstimate {
  const size = callSize(settings)
  const portions = cutPortions(material, size.input)
  const showing = new PromptRedactor({ plainly: true })
  const reading = portions.map((portion) => {
    const most = claimsAskedOf(portions.length)
    const input = maxTokensOf(readingPrompt(portion, { material, most, showing }), 0).input
    return { input, output: Math.min(most, Math.ceil(portion.entries.length / 3)) * TOKENS_A_CLAIM }
  })
  const found = reading.reduce((sum, { output }) => sum + output, 0)
  const joins = portions.length > 1 ? Math.ceil(found / joinSize(size)) + Number(found > joinSize(size)) : 0
  const input = reading.reduce((sum, one) => sum + one.input, 0) + (joins > 0 ? found + joins * 800 : 0)
  const output = found + joins * MOST_BRIEF_CLAIMS * TOKENS_A_CLAIM
  const withheld = material.entries.filter(({ flags }) => flags.length > 0).length
  return {
    calls: portions.length + joins,
    inputTokens: input,
    outputTokens: output,
    cost: costOf({ input, output }, settings.price),
    entries: material.entries.length - withheld,
    agents: new Set(
      material.entries.flatMap(({ project, agent, flags }) =>
        agent === null || flags.length > 0 ? [] : [`${project}\0${agent}`],
      ),
    ).size,
    withheld,
  }
}

/** Maximum number of claims of a synthesis, because a person reviews each claim. */
const MOST_BRIEF_CLAIMS = 30
/**
 * Maximum number of claims of a portion if there are several. Higher than a portion's share, because the call
 * that merges the claims does not see what is left out here.
 */
const MOST_PORTION_CLAIMS = 25
/** Estimated number of tokens of a claim with its citations. */
const TOKENS_A_CLAIM = 90
/** Maximum number of times that a portion is halved. */
const MOST_HALVINGS = 3
const MOST_ROUNDS = 4
const LONGEST_STAGE = 80

const claimsAskedOf = (portions: number): number => (portions > 1 ? MOST_PORTION_CLAIMS : MOST_BRIEF_CLAIMS)

/** Returns the maximum number of tokens of the claims that one call merges. */
const joinSize = ({ input }: CallSize): number => Math.floor(input / 2)

function writeSynthesis(
  material: CoachMaterial,
  work: CoachWork,
  of: { readonly settings: ModelSettings; readonly patience: CallTimeouts },
): Promise<WrittenSynthesis> {
  return new Writing(material, work, of).write()
}

class Writing {
  private readonly size: CallSize
  private readonly spending: Spending
  private readonly asking: ClaimsModel
  private readonly showing = new PromptRedactor()
  private readonly losses = new DroppedClaims()
  private readonly notes: string[] = []
  private readonly unread: string[] = []
  private readonly lost: string[] = []
  /** Number of entries for which the model gave an answer. `answers`: number of these answers. */
  private read = 0
  private answers = 0
  private stage = ""
  private done = 0
  private total = 0

  constructor(
    private readonly material: CoachMaterial,
    private readonly work: CoachWork,
    { settings, patience }: { readonly settings: ModelSettings; readonly patience: CallTimeouts },
  ) {
    this.size = callSize(settings)
    this.spending = new Spending(work.tokenBudget, settings.price)
    this.asking = {
      model: new PersistentModel(settings, patience),
      modelId: `${settings.provider}:${settings.name}@${settings.url}`,
      notebook: work.notebook,
      spending: this.spending,
      signal: work.signal,
      heard: () => this.tell(),
    }
  }

  async write(): Promise<WrittenSynthesis> {
    this.work.signal.throwIfAborted()
    const portions = cutPortions(this.material, this.size.input)
    this.total = portions.length + Number(portions.length > 1)
    const found: VerifiedClaim[] = []
    for (const portion of portions) {
      this.begin(
        `Reading ${portion.title.length > LONGEST_STAGE ? `${portion.title.slice(0, LONGEST_STAGE)}…` : portion.title}`,
      )
      found.push(
        ...(await this.readPortion(portion, claimsAskedOf(portions.length), {
          kept: this.read > 0 ? this.joining(found.length) : 0,
          mostTokens: this.size.output,
          depth: 0,
        })),
      )
      this.done += 1
    }
    if (portions.length > 0 && this.read === 0) throw this.nothingRead(portions)
    const claims =
      portions.length > 1 && this.answers > 1 ? await this.join(found) : joinDuplicateClaims(found)
    this.done = this.total
    this.begin("Done")
    return {
      claims: claims.slice(0, MOST_BRIEF_CLAIMS).map(draftOf),
      notes: [...this.materialNotes(), ...this.notes, ...this.losses.notes()],
      cost: this.spending.now(),
    }
  }

  /**
   * Returns the claims of a portion, or of its halves if the prompt or the answer is too long. If the prompt
   * is too long for the context window, the limit of the answer is halved, too.
   */
  private async readPortion(
    portion: Portion,
    most: number,
    {
      kept,
      mostTokens,
      depth,
    }: { readonly kept: number; readonly mostTokens: number; readonly depth: number },
  ): Promise<VerifiedClaim[]> {
    const seen = portion.entries.map((entry): QuotedEntry => ({ entry, shown: this.showing.entry(entry) }))
    const asked = await this.ask({
      prompt: readingPrompt(portion, { material: this.material, most, showing: this.showing }),
      most,
      mostTokens,
      kept,
    })
    if (asked.kind === "answer") {
      this.read += portion.entries.length
      this.answers += 1
      const byId = new Map(seen.map((one, place) => [`E${place + 1}`, [one]]))
      return verifyClaims(asked.answer, (id) => byId.get(id) ?? [], this.losses)
    }
    if (asked.kind === "over-budget") this.unread.push(portion.title)
    else if (asked.kind === "lost") this.lost.push(`${portion.title}: ${asked.why}`)
    else {
      const halves = depth < MOST_HALVINGS ? halve(portion) : null
      const less = {
        kept,
        mostTokens: asked.of === "prompt" ? Math.ceil(mostTokens / 2) : mostTokens,
        depth: depth + 1,
      }
      const fewer = Math.max(3, Math.ceil(most / 2))
      if (halves)
        return [
          ...(await this.readPortion(halves[0], fewer, less)),
          ...(await this.readPortion(halves[1], fewer, less)),
        ]
      this.lost.push(`${portion.title}: even a small part was too large for the model`)
    }
    return []
  }

  /**
   * Lets the model merge many claims into few. If the model cannot, returns the most important claims, with
   * duplicates merged by comparing their texts.
   */
  private async join(found: readonly VerifiedClaim[]): Promise<VerifiedClaim[]> {
    let claims = joinDuplicateClaims(found)
    const perCall = Math.max(10, Math.floor(joinSize(this.size) / TOKENS_A_CLAIM))
    for (let round = 1; claims.length > 1 && round <= MOST_ROUNDS; round += 1) {
      this.begin("Merging claims")
      const last = claims.length <= perCall
      const most = last ? MOST_BRIEF_CLAIMS : Math.max(5, Math.floor(perCall / 3))
      const joined: VerifiedClaim[] = []
      for (let at = 0; at < claims.length; at += perCall) {
        const some = claims.slice(at, at + perCall)
        const answer = await this.joinSome(some, most)
        if (typeof answer === "string") {
          this.notes.push(
            `The model could not merge the claims from the parts (${answer}). The claims are kept as they are, except that duplicates are merged by text matching.`,
          )
          return mostImportantClaims(claims, MOST_BRIEF_CLAIMS)
        }
        joined.push(...answer)
      }
      if (last) return joinDuplicateClaims(joined)
      claims = joinDuplicateClaims(joined)
    }
    return mostImportantClaims(claims, MOST_BRIEF_CLAIMS)
  }

  /** Returns the merged claims, or a message why there are none. */
  private async joinSome(
    claims: readonly VerifiedClaim[],
    most: number,
  ): Promise<readonly VerifiedClaim[] | string> {
    const shown = claims.map(({ cited, ...claim }) => ({
      ...claim,
      agents: [...new Set(cited.flatMap(({ entry: { agent } }) => agent ?? []))],
    }))
    const asked = await this.ask({
      prompt: joiningPrompt(shown, { material: this.material, most, showing: this.showing }),
      most,
      mostTokens: this.size.output,
      kept: 0,
    })
    if (asked.kind === "lost") return asked.why
    if (asked.kind === "over-budget") return "the token budget is used up"
    if (asked.kind === "too-long") return "the answer was cut off"
    const byId = new Map(claims.map(({ cited }, place) => [`C${place + 1}`, cited]))
    const joined = verifyClaims(asked.answer, (id) => byId.get(id) ?? [], this.losses)
    return joined.length > 0 ? joined : "the answer contained no valid claims"
  }

  private ask(question: Parameters<typeof askForClaims>[0]): Promise<ClaimsResult> {
    this.work.signal.throwIfAborted()
    return askForClaims(question, this.asking)
  }

  /**
   * Returns the number of tokens to keep for merging, if the next portion yields the maximum number of
   * claims.
   */
  private joining(found: number): number {
    return (
      Math.min(joinSize(this.size), (found + MOST_PORTION_CLAIMS) * TOKENS_A_CLAIM) + 1_000 + this.size.output
    )
  }

  private begin(stage: string): void {
    this.stage = stage
    this.tell()
  }

  private tell(): void {
    this.work.progress({ stage: this.stage, done: this.done, total: this.total, ...this.spending.now() })
  }

  private nothingRead(portions: readonly Portion[]): CoachFailure {
    if (this.lost.length === 0)
      return new CoachFailure(
        `The token budget of ${this.work.tokenBudget?.toLocaleString("en") ?? "0"} is too small because one call can use up to ${this.least(portions).toLocaleString("en")} tokens. Allow more tokens for this run, or raise QUARTERDECK_COACH_TOKENS`,
        false,
      )
    return new CoachFailure(
      `No answer from ${this.asking.modelId.replace(/@.*$/, "")} could be used. ${[...new Set(this.lost)].slice(0, 3).join("; ")}. Try again, or use another model (QUARTERDECK_COACH_MODEL)`,
      true,
    )
  }

  /** Returns the maximum number of tokens of the smallest call. */
  private least(portions: readonly Portion[]): number {
    const worst = portions.map((portion) =>
      maxTokensOf(
        readingPrompt(portion, {
          material: this.material,
          most: claimsAskedOf(portions.length),
          showing: this.showing,
        }),
        this.size.output,
      ),
    )
    return Math.min(...worst.map(({ input, output }) => input + output))
  }

  /** Returns sentences for display about entries that were not read, not shown or redacted. */
  private materialNotes(): string[] {
    const { entries, left } = this.material
    const withheld = entries.filter(({ flags }) => flags.length > 0).length
    const { covered, clipped } = this.showing
    return [
      ...(left > 0
        ? [`${formatCount(left, "entry was", "entries were")} not read because of the per-run limit.`]
        : []),
      ...(withheld > 0
        ? [
            `${formatCount(withheld, "entry that reads like an instruction or contains", "entries that read like instructions or contain")} hidden characters ${withheld === 1 ? "was" : "were"} not shown to the model.`,
          ]
        : []),
      ...(covered.size > 0
        ? [`Possible secrets in ${formatCount(covered.size, "entry", "entries")} were hidden from the model.`]
        : []),
      ...(clipped.size > 0
        ? [
            `The model was shown only the start of ${formatCount(clipped.size, "long entry", "long entries")}.`,
          ]
        : []),
      ...(this.unread.length > 0
        ? [
            `The token budget of ${this.work.tokenBudget?.toLocaleString("en") ?? ""} was too small to read everything. Not read: ${[...new Set(this.unread)].join("; ")}.`,
          ]
        : []),
      ...(this.lost.length > 0
        ? [
            `Parts of the memory are missing from this synthesis because the model gave no usable answer. ${[...new Set(this.lost)].join("; ")}.`,
          ]
        : []),
    ]
  }
}
