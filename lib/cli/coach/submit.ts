import { formatCount } from "@/lib/memory/text/sentence"
import { readFile } from "node:fs/promises"
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"
import type { InputOf } from "@/lib/http/contract"
import { claimLines } from "./coach-text"
import { command, type Command, textIn } from "../infra/command"
import { CommandError, wrongArguments } from "../infra/exit-codes"

import { FILE, PROJECT, TEAM } from "../infra/option-values"

export const coachSubmitCommand: Command = command({
  name: "coach submit",
  form: "coach submit FILE [--project P] [--team T] [--json]",
  about: "submit a brief or an orientation with claims and citations",
  purpose: "agents",
  words: [1, 1],
  takes: [FILE],
  options: {
    project: {
      value: "P",
      about: "the project (default: the project named in the file)",
      takes: PROJECT,
    },
    team: { value: "T", about: "the team (default: the team named in the file)", takes: TEAM },
  },
  notes:
    'FILE is a JSON file, or - for standard input: {"kind": "brief", "project": "ledger", "title": "…", "claims": [{"text": "…", "kind": "risk",\n"confidence": 0.8, "citations": [{"entry": "ID"}, {"path": ".kaizen/agents/ann/memory.md", "line": 12}]}]}. An orientation also needs an "agent".\nKinds of claims: shared-pattern, risk, contradiction, gap, observation. If any citation is invalid, the whole file is rejected, and the message says where the error is.',
  examples: ["coach submit brief.json", "coach submit - --project ledger --json"],
  async run({ words, values, server }) {
    const [file] = words as [string]
    const name = file === "-" ? "standard input" : file
    const text = await (file === "-" ? textIn(file) : readFile(file, "utf8")).catch(
      (cause: NodeJS.ErrnoException) => {
        throw wrongArguments(`${file} cannot be read (${cause.code ?? cause.message})`)
      },
    )
    const json = readJson(name, text)
    const submitted = await server
      .callOnce("synthesis.submit", { ...(json.value as InputOf<"synthesis.submit">), ...values })
      .catch((cause: unknown) => {
        throw cause instanceof CommandError && cause.reason === "invalid"
          ? new CommandError(cause.exit, cause.reason, json.placed(cause.message), {
              more: cause.more,
              cause,
            })
          : cause
      })
    const { id, state, already, claims } = submitted
    return {
      json: { id, state, claims, already },
      text: `${already ? "Already submitted" : "Submitted"}: synthesis ${id} with ${formatCount(claims.length, "claim")}, waiting for review\n\n${claimLines(claims)}`,
    }
  },
})

/** A JSON file with the positions of its values. */
export interface JsonFile {
  readonly value: unknown
  /** Returns a refusal of the server with `file:line:column` before each problem that has a position. */
  placed(message: string): string
}

/** Parses strict JSON. Throws with the position of an error. */
export function readJson(name: string, text: string): JsonFile {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  })
  const at = (offset: number) => `${name}:${placeOf(text, offset)}`
  const [first] = errors
  if (first)
    throw wrongArguments(
      `${at(first.offset)}: invalid JSON: ${WRONG[printParseErrorCode(first.error)] ?? "unexpected character"}. Nothing was sent`,
    )
  if (!tree || tree.type !== "object")
    throw wrongArguments(
      `${at(tree?.offset ?? 0)}: expected an object: {"kind": "brief", "claims": [ … ]}. Nothing was sent`,
    )
  return {
    value: JSON.parse(text),
    placed: (message) => withPlaces(message, (path) => at(nearestNode(tree, path).offset)),
  }
}

const WRONG: Readonly<Record<string, string>> = {
  CommaExpected: "missing comma",
  ColonExpected: "missing colon",
  PropertyNameExpected: "missing property name in quotes, or extra comma",
  ValueExpected: "missing value, or extra comma",
  CloseBraceExpected: "missing }",
  CloseBracketExpected: "missing ]",
  EndOfFileExpected: "unexpected text after the end of the JSON",
  InvalidCommentToken: "comments are not allowed",
  InvalidSymbol: "invalid value: strings need quotes",
  UnexpectedEndOfString: "unterminated string",
  InvalidCharacter: "line break or control character in a string",
  InvalidEscapeCharacter: "invalid escape sequence",
  InvalidNumberFormat: "invalid number",
}

type Path = (string | number)[]

/**
 * Adds positions to the problems in a message, which are separated by "; ". A part without a path belongs to
 * the problem before.
 */
function withPlaces(message: string, at: (path: Path) => string): string {
  return message
    .split("; ")
    .map((part, place) => {
      const path = pathIn(part)
      return path === null
        ? `${place === 0 ? "" : "; "}${part}`
        : `${place === 0 ? "" : "\n"}${at(path)}: ${part}`
    })
    .join("")
}

/**
 * Returns the path that a problem names: "claim 3, citation 2: …" or "claims.2.text: …". Null without a path.
 */
function pathIn(problem: string): Path | null {
  const said = /^claim (\d+)(?:, citation (\d+))?/.exec(problem)
  if (said)
    return [
      "claims",
      Number(said[1]) - 1,
      ...(said[2] === undefined ? [] : ["citations", Number(said[2]) - 1]),
    ]
  const named = /^(kind|agent|title|session|team|project|claims)((?:\.[A-Za-z0-9]+)*): /.exec(problem)
  return named
    ? [
        named[1] as string,
        ...(named[2] ?? "")
          .split(".")
          .filter(Boolean)
          .map((one) => (/^\d+$/.test(one) ? Number(one) : one)),
      ]
    : null
}

/** Returns the node at a path, or the container in which it is missing. */
function nearestNode(tree: Node, path: Path): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length))
    if (node) return node
  }
  return tree
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n")
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}
