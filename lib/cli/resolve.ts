import type { ConflictDetail, ConflictSummary } from "@/lib/operations/conflicts/views"
import { type Answer, type Command, type Given, textIn, wrongForm } from "./command"
import { describe, jsonOf } from "./conflict/words"
import { Stop } from "./refusal"
import { count } from "./table"
import { oneOf } from "./taken"

const DECISIONS = ["keep", "merge", "delete", "override", "dismiss", "undo"] as const
type Decision = (typeof DECISIONS)[number]

interface Decided {
  readonly id: string
  readonly state: string
  readonly files: number
  readonly conflict: ConflictSummary
}

export const resolveCommand: Command = {
  name: "resolve",
  form: "resolve ID [--keep left|right|both | --merge TEXT | --delete | --override left|right | --dismiss | --undo] [--reason R] [--json]",
  about: "shows a conflict and what each decision would do, and decides it",
  purpose: "decide",
  words: [1, 1],
  options: {
    keep: {
      value: "S",
      about: "left or right: the other side is forgotten in all files; both: they stand beside each other",
      takes: oneOf(["left", "right", "both"]),
    },
    merge: {
      value: "TEXT",
      about: "the left side says this then, and the right one is forgotten; - reads it from standard input",
    },
    delete: { about: "forget both sides" },
    override: {
      value: "S",
      about:
        "left or right: let this side prevail against the order of scopes (team, project, global); both stay",
      takes: oneOf(["left", "right"]),
    },
    dismiss: { about: "it is no conflict: the pair never comes back, nor do its copies" },
    undo: { about: "take the decision back: the files say again what they said, and it is open" },
    reason: { value: "R", about: "why, for whoever looks later" },
  },
  notes:
    "Without a decision it only shows the conflict. The decision holds for what is shown then, and for all files that say either side, or for none.\nOf a file that was changed here and in its source, left is what Quarterdeck says and right what the source says; --merge takes its whole text.\nPeople decide, and the owner.token of this machine, which stands for its owner; other access tokens never do.",
  examples: [
    "resolve 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10",
    'resolve 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --keep left --reason "measured again"',
  ],
  async run(given) {
    const decision = decisionOf(given)
    const path = `/conflicts/${encodeURIComponent(given.words[0] as string)}`
    if (decision === "undo")
      return answerOf(
        await given.server.sendOnce<Decided>("DELETE", `${path}/resolution`),
        (files) => `Taken back: it is open again${files}`,
      )
    const conflict = await given.server.get<ConflictDetail>(path)
    if (decision === null) return { json: jsonOf(conflict), text: describe(conflict) }
    const body = {
      ...(await bodyOf(given, decision, conflict)),
      shown: conflict.shown,
      reason: given.values.reason,
    }
    const decided = await given.server
      .sendOnce<Decided>("PUT", `${path}/resolution`, body)
      .catch((cause: unknown) => {
        throw refusedOne(cause, conflict)
      })
    return answerOf(
      decided,
      (files) =>
        `${decided.state === "dismissed" ? "Dismissed: this pair never comes back" : "Resolved"}${files}`,
    )
  },
}

function decisionOf({ on, values }: Given): Decision | null {
  const [decision, other] = DECISIONS.filter((one) => on.has(one) || values[one] !== undefined)
  if (other !== undefined) throw wrongForm(resolveCommand, `--${decision} and --${other} are two decisions`)
  if (decision === undefined && values.reason !== undefined)
    throw wrongForm(resolveCommand, "--reason goes with a decision")
  return decision ?? null
}

async function bodyOf(
  { values }: Given,
  decision: Exclude<Decision, "undo">,
  { kind }: ConflictDetail,
): Promise<object> {
  switch (decision) {
    case "keep":
      return {
        verdict:
          kind === "file" && values.keep !== "both"
            ? values.keep === "left"
              ? "ours"
              : "theirs"
            : `keep-${values.keep}`,
      }
    case "merge":
      return { verdict: "merge", text: await textIn(values.merge ?? "") }
    case "delete":
      return { verdict: "delete-both" }
    case "override":
      return { verdict: "override", side: values.override }
    case "dismiss":
      return { verdict: "not-a-conflict" }
  }
}

/** What became of it instead is what a script asks next. */
function refusedOne(cause: unknown, { id, state }: ConflictDetail): unknown {
  if (!(cause instanceof Stop) || cause.reason === "unavailable") return cause
  const now = cause.more.conflict as ConflictSummary | undefined
  return new Stop(
    cause.exit,
    cause.reason,
    cause.message,
    { id, state: now?.state ?? state, ...cause.more },
    { cause },
  )
}

function answerOf(decided: Decided, words: (files: string) => string): Answer {
  const { id, state, files, conflict } = decided
  return {
    json: { id, state, files, conflict: jsonOf(conflict) },
    text: `${id}  ${words(files > 0 ? `, ${count(files, "file")} written` : ", no file was written")}`,
  }
}
