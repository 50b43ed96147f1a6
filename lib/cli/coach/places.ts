import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"
import { wrongArguments } from "../refusal"

/** A file that holds JSON, with the places of what is in it. */
export interface JsonFile {
  readonly value: unknown
  /** A refusal of the server with `file:line:column` before each problem that is of one place. */
  placed(message: string): string
}

/** Reads strict JSON; what is wrong with it is said with its place. */
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
      `${at(first.offset)}: this is no JSON: ${WRONG[printParseErrorCode(first.error)] ?? "something is out of place here"}; nothing was sent`,
    )
  if (!tree || tree.type !== "object")
    throw wrongArguments(
      `${at(tree?.offset ?? 0)}: a synthesis is an object: {"kind": "brief", "claims": [ … ]}; nothing was sent`,
    )
  return {
    value: JSON.parse(text),
    placed: (message) => withPlaces(message, (path) => at(nearestNode(tree, path).offset)),
  }
}

const WRONG: Readonly<Record<string, string>> = {
  CommaExpected: "a comma is missing",
  ColonExpected: "a colon is missing",
  PropertyNameExpected: "a name in quotation marks is missing, or a comma is one too many",
  ValueExpected: "a value is missing, or a comma is one too many",
  CloseBraceExpected: "a } is missing",
  CloseBracketExpected: "a ] is missing",
  EndOfFileExpected: "there is something after its end",
  InvalidCommentToken: "JSON has no comments",
  InvalidSymbol: "a value is not written as JSON has it: a text needs quotation marks",
  UnexpectedEndOfString: "a text has no end",
  InvalidCharacter: "a text has a line break or a control character in it",
  InvalidEscapeCharacter: "a text has a backslash that escapes nothing",
  InvalidNumberFormat: "a number is not written as JSON has it",
}

type Path = (string | number)[]

/** Problems follow one another with "; ". What names no place stays with the one before. */
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

/** "claim 3: its citation 2, …" or "claims.2.text: …" */
function pathIn(problem: string): Path | null {
  const said = /^claim (\d+)(?:: its citation (\d+))?/.exec(problem)
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

/** What is not there is missing in what holds it. */
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
