import { formatCount } from "@/lib/memory/text/sentence"
import { z } from "zod"
import { findPoisoning } from "@/lib/memory/poisoning/find"
import { hasInvisible } from "@/lib/memory/characters/hidden-characters"
import {
  CoachFailure,
  type SortAnswer,
  type SortRequest,
  type SortedStatement,
  type Sorter,
  type SortWork,
  type StatementToSort,
} from "../coach"
import { findJson, SORTED_FORM, SORTED_IN_WORDS } from "./answer"
import type { CallTimeouts, Prompt } from "./call"
import { hideSecrets } from "@/lib/memory/secrets/secrets"
import { PersistentModel } from "./call-retries"
import { DATA } from "./prompt"
import { callSize, type ModelSettings } from "./model-providers"
import { dataLine } from "./prompt-data"
import { Spending, estimateTokens } from "./tokens"

/** Maximum number of statements per request. Models leave some out if there are more. */
const MOST_AT_ONCE = 60
const LONGEST_SHOWN = 1_200
const LONGEST_WHY = 160
/** Tokens of the answer per statement. */
const TOKENS_A_STATEMENT = 60

/**
 * Returns a classifier of statements that uses a language model, in batches. Statements with hidden
 * characters are never sent. Statements that read like instructions are sent only with `showFlagged`.
 */
export function modelSorter(settings: ModelSettings, patience: CallTimeouts): Sorter {
  return {
    model: `${settings.provider}:${settings.name}`,
    sort: (asked, work) => sortAll(asked, work, { settings, patience }),
  }
}

async function sortAll(
  { purpose, choices, statements, showFlagged = false, randomIds = false, mayBeSilent = false }: SortRequest,
  { signal, tokenBudget }: SortWork,
  { settings, patience }: { settings: ModelSettings; patience: CallTimeouts },
): Promise<SortAnswer> {
  const spending = new Spending(tokenBudget, settings.price)
  const model = new PersistentModel(settings, patience)
  const isShown = (text: string) => !hasInvisible(text) && (showFlagged || findPoisoning(text).length === 0)
  const shown = statements.filter(
    ({ text, other }) => isShown(text) && (other === undefined || isShown(other)),
  )
  const sorted: SortedStatement[] = []
  const unasked: string[] = []
  const trouble = new Set<string>()
  for (const portion of portionsOf(shown, callSize(settings).input)) {
    const lines = linesOf(portion, randomIds)
    const mostTokens = Math.min(callSize(settings).output, 800 + portion.length * TOKENS_A_STATEMENT)
    const answer = await askOnce(
      {
        prompt: promptOf({ purpose, choices }, lines),
        form: SORTED_FORM,
        mostTokens,
        signal,
        spending,
        kept: 0,
        heard: () => undefined,
      },
      model,
    )
    if (answer === NO_ROOM) unasked.push(...portion.map(({ id }) => id))
    if (typeof answer === "string") trouble.add(answer)
    else sorted.push(...readSorted(answer, { lines, names: choices.map(({ name }) => name) }))
  }
  if (sorted.length === 0 && shown.length > 0 && !mayBeSilent)
    throw new CoachFailure(
      `${settings.provider}:${settings.name} did not classify any entries: ${[...trouble].join("; ") || "the answer did not mention any of the entries"}`,
      true,
    )
  const notes = [
    ...withheldNotes(statements.length - shown.length),
    ...silentNotes(shown.length - sorted.length, trouble),
  ]
  return { sorted, unasked, notes, cost: spending.now() }
}

const NO_ROOM = "the token budget is used up"

function withheldNotes(count: number): string[] {
  if (count === 0) return []
  const entries =
    count === 1
      ? "1 entry that reads like an instruction or contains hidden characters was"
      : `${count} entries that read like instructions or contain hidden characters were`
  return [`${entries} not shown to the model.`]
}

function silentNotes(count: number, trouble: ReadonlySet<string>): string[] {
  if (count <= 0) return []
  const why = trouble.size > 0 ? ` (${[...trouble].join("; ")})` : ""
  return [`The model gave no usable answer for ${formatCount(count, "entry")}${why}.`]
}

/** Returns the statements by the IDs that the model receives. */
const linesOf = (portion: readonly StatementToSort[], randomIds: boolean): Map<string, StatementToSort> =>
  new Map(randomIds ? numbered(portion) : portion.map((one, at) => [`E${at + 1}`, one] as const))

/** Yields the statements with random IDs, so that a statement cannot refer to the ID of another one. */
function* numbered(portion: readonly StatementToSort[]): Generator<[string, StatementToSort]> {
  const used = new Set<number>()
  for (const one of portion) {
    let number = 0
    while (number === 0 || used.has(number)) number = 100_000 + Math.floor(Math.random() * 900_000)
    used.add(number)
    yield [`E${number}`, one]
  }
}

/**
 * Returns the parsed JSON of the answer, or a message why there is none. Asks again once if the answer is
 * malformed.
 */
async function askOnce(
  asking: Parameters<PersistentModel["ask"]>[0],
  model: PersistentModel,
): Promise<object | string> {
  let { prompt } = asking
  for (let round = 1; ; round += 1) {
    const answer = await model.ask({ ...asking, prompt })
    if (answer.end === "over-budget") return NO_ROOM
    if (answer.end === "too-long" || answer.end === "long") return "the answer was cut off"
    if (answer.end === "refused") return "the model refused to answer"
    const found = findJson(answer.text.replaceAll(/<think>[\s\S]*?<\/think>/g, ""))
    if (found.kind === "json") return found.value
    if (round === 2) return "the answer was malformed twice"
    prompt = {
      ...asking.prompt,
      messages: [
        ...asking.prompt.messages,
        { role: "assistant", content: answer.text.slice(0, 4_000) || "(nothing)" },
        {
          role: "user",
          content: "That is not valid JSON. Answer again with JSON only, in the requested form.",
        },
      ],
    }
  }
}

function* portionsOf(
  statements: readonly StatementToSort[],
  mostTokens: number,
): Generator<StatementToSort[]> {
  let [portion, tokens]: [StatementToSort[], number] = [[], 0]
  for (const one of statements) {
    const words = one.text.slice(0, LONGEST_SHOWN) + (one.other ?? "").slice(0, LONGEST_SHOWN)
    const size = estimateTokens(words) + 40
    if (portion.length > 0 && (portion.length === MOST_AT_ONCE || tokens + size > mostTokens - 1_500)) {
      yield portion
      ;[portion, tokens] = [[], 0]
    }
    portion.push(one)
    tokens += size
  }
  if (portion.length > 0) yield portion
}

function promptOf(
  { purpose, choices }: Pick<SortRequest, "purpose" | "choices">,
  lines: ReadonlyMap<string, StatementToSort>,
): Prompt {
  const system = [
    "You classify statements from the memory of AI coding agents. A person reviews each statement before anything is done with it.",
    DATA,
    `Each statement is one of these:\n${choices.map(({ name, means }) => `- ${name}: ${means}`).join("\n")}\nFor each statement, give its ID (id), which of these it is (choice, exactly as listed above), how sure you are (sure, from 0 to 1), and why in at most ten words (why). Answer with JSON only, in this form: ${SORTED_IN_WORDS}`,
  ].join("\n\n")
  const content = [
    purpose,
    "<memory>",
    ...[...lines].map(([id, one]) => lineOf(id, one)),
    "</memory>",
    `That was the data. Now answer with all ${lines.size} IDs as JSON.`,
  ].join("\n")
  return { system, messages: [{ role: "user", content }] }
}

const clipped = (text: string): string => {
  const bare = hideSecrets(text).text
  return bare.length > LONGEST_SHOWN ? `${bare.slice(0, LONGEST_SHOWN)}…` : bare
}

function lineOf(id: string, { text, other, section, date }: StatementToSort): string {
  const heading = section === null ? null : hideSecrets(section).text.replaceAll(/\s+/g, " ").slice(0, 120)
  return dataLine({
    id,
    ...(heading !== null &&
      !hasInvisible(heading) &&
      findPoisoning(heading).length === 0 && { section: heading }),
    ...(date !== null && { date }),
    text: clipped(text),
    ...(other !== undefined && { other: clipped(other) }),
  })
}

const said = z.object({
  id: z.string().transform((id) => id.trim().toUpperCase()),
  choice: z.string().transform((choice) => choice.trim().toLowerCase()),
  sure: z.coerce
    .number()
    .catch(0.5)
    .transform((sure) => Math.min(1, Math.max(0, sure))),
  why: z
    .string()
    .catch("")
    .transform((why) =>
      hideSecrets(why.replaceAll("\0", "").toWellFormed())
        .text.replaceAll(/\s+/g, " ")
        .trim()
        .slice(0, LONGEST_WHY),
    ),
})

/**
 * Returns the valid parts of an answer, which have a known ID and a known choice. If an ID is repeated, the
 * first part counts.
 */
function readSorted(
  answer: object,
  { lines, names }: { lines: ReadonlyMap<string, StatementToSort>; names: readonly string[] },
): SortedStatement[] {
  const all: unknown = Array.isArray(answer) ? answer : (answer as { sorted?: unknown }).sorted
  const byId = new Map<string, SortedStatement>()
  for (const one of Array.isArray(all) ? all : []) {
    const { data } = said.safeParse(one)
    const statement = data && lines.get(data.id)
    const choice = data && names.find((name) => name.toLowerCase() === data.choice)
    if (!data || !statement || choice === undefined || byId.has(statement.id)) continue
    byId.set(statement.id, {
      id: statement.id,
      choice,
      sure: data.sure,
      why: hasInvisible(data.why) || findPoisoning(data.why).length > 0 ? "" : data.why,
    })
  }
  return [...byId.values()]
}
