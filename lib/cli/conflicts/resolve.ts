import type { InputOf, OutputOf } from "@/lib/http/contract"
import type { ConflictDetail, ConflictSummary } from "@/lib/operations/conflicts/conflict-outputs"
import { type Answer, command, type Command, type ParsedArguments, textIn, wrongForm } from "../infra/command"
import { describeConflict, conflictJson } from "./conflict-text"
import { CommandError } from "../infra/exit-codes"
import { count } from "../infra/table"
import { acceptedValue, oneOf } from "../infra/option-values"

const DECISIONS = ["keep", "merge", "delete", "override", "dismiss", "undo"] as const
const SIDES = ["left", "right"] as const
type Decision = (typeof DECISIONS)[number]

type Decided = OutputOf<"conflict.resolve">

export const resolveCommand: Command = command({
  name: "resolve",
  form: "resolve ID [--keep left|right|both | --merge TEXT | --delete | --override left|right | --dismiss | --undo] [--reason R] [--json]",
  about: "show a conflict and the effect of each decision, or resolve it",
  purpose: "decide",
  words: [1, 1],
  options: {
    keep: {
      value: "S",
      about: "left or right: forget the other side in all files. both: keep both",
      takes: oneOf(["left", "right", "both"]),
    },
    merge: {
      value: "TEXT",
      about:
        "replace the left side with this text and forget the right side; use - to read the text from standard input",
    },
    delete: { about: "forget both sides" },
    override: {
      value: "S",
      about:
        "left or right: give this side precedence, overriding the usual order (team, project, global). Both sides are kept",
      takes: oneOf(SIDES),
    },
    dismiss: { about: "not a conflict: do not report this pair or its copies again" },
    undo: { about: "undo the decision: restore the files and reopen the conflict" },
    reason: { value: "R", about: "reason, recorded for future reference" },
  },
  notes:
    "Without a decision, only shows the conflict. A decision changes only the text shown. It is applied to all files that contain either side, or to none.\nFor a file changed here and in its source, left is the text in Quarterdeck and right is the text in the source. --merge takes the full text of the file.\nOnly people and this machine's owner.token can resolve conflicts. Other access tokens cannot.",
  examples: [
    "resolve 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10",
    'resolve 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --keep left --reason "measured again"',
  ],
  async run(given) {
    const decision = decisionOf(given)
    const id = given.words[0] as string
    if (decision === "undo")
      return answerOf(
        await given.server.callOnce("conflict.undo", { conflict: id }),
        (files) => `Undone: the conflict is open again${files}`,
      )
    const conflict = await given.server.call("conflict.show", { conflict: id })
    if (decision === null) return { json: conflictJson(conflict), text: describeConflict(conflict) }
    const resolution = await resolutionOf(given, decision, conflict)
    const decided = await given.server
      .callOnce("conflict.resolve", {
        conflict: id,
        ...resolution,
        shown: conflict.shown,
        reason: given.values.reason,
      })
      .catch((cause: unknown) => {
        throw refusedOne(cause, conflict)
      })
    return answerOf(
      decided,
      (files) =>
        `${decided.state === "dismissed" ? "Dismissed. This pair will not be reported again" : "Resolved"}${files}`,
    )
  },
})

function decisionOf({ on, values }: ParsedArguments): Decision | null {
  const [decision, other] = DECISIONS.filter((one) => on.has(one) || values[one] !== undefined)
  if (other !== undefined) throw wrongForm(resolveCommand, `--${decision} and --${other} cannot be combined`)
  if (decision === undefined && values.reason !== undefined)
    throw wrongForm(resolveCommand, "--reason requires a decision")
  return decision ?? null
}

type Resolution = Omit<InputOf<"conflict.resolve">, "conflict" | "shown" | "reason">

function keepVerdictOf(keep: string | undefined, { kind }: ConflictDetail): Resolution["verdict"] {
  if (keep === "both") return "keep-both"
  if (kind === "file") return keep === "left" ? "ours" : "theirs"
  return keep === "left" ? "keep-left" : "keep-right"
}

async function resolutionOf(
  { values }: ParsedArguments,
  decision: Exclude<Decision, "undo">,
  conflict: ConflictDetail,
): Promise<Resolution> {
  switch (decision) {
    case "keep":
      return { verdict: keepVerdictOf(values.keep, conflict) }
    case "merge":
      return { verdict: "merge", text: await textIn(values.merge ?? "") }
    case "delete":
      return { verdict: "delete-both" }
    case "override":
      return { verdict: "override", side: acceptedValue(SIDES, values.override) }
    case "dismiss":
      return { verdict: "not-a-conflict" }
  }
}

/** Returns the error with the conflict's ID and current state, so that a script needs no second request. */
function refusedOne(cause: unknown, { id, state }: ConflictDetail): unknown {
  if (!(cause instanceof CommandError) || cause.reason === "unavailable") return cause
  const now = cause.more.conflict as ConflictSummary | undefined
  return new CommandError(cause.exit, cause.reason, cause.message, {
    more: { id, state: now?.state ?? state, ...cause.more },
    cause,
  })
}

function answerOf(decided: Decided, words: (files: string) => string): Answer {
  const { id, state, files, conflict } = decided
  return {
    json: { id, state, files, conflict: conflictJson(conflict) },
    text: `${id}  ${words(files > 0 ? `, ${count(files, "file")} written` : ", no files changed")}`,
  }
}
