import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"
import { wrongArguments } from "../infra/exit-codes"

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
  EndOfFileExpected: "unexpected text after the end",
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
