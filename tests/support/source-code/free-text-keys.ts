import { relative } from "node:path"
import {
  isAsExpression,
  isBinaryExpression,
  isElementAccessExpression,
  isParenthesizedExpression,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast"
import { API, type Checker, type Type, TypeFlags } from "typescript/unstable/sync"

/**
 * Returns each place where a plain object is read or written at a key that is free text, as `file:line: code`. Free text is a key whose type
 * is not a closed list of words. A cast of the key does not close it. Such a key may be `constructor` or `__proto__`, which every plain
 * object inherits: `ownValue()`, a Map, or Object.hasOwn and Object.fromEntries hold only own keys.
 */
export function findFreeTextKeys(tsconfig: string, root: string, folders: readonly string[]): string[] {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [tsconfig] }).getProject(tsconfig)
    if (project === undefined) throw new Error(`${tsconfig}: TypeScript did not open this project`)
    const { program, checker } = project
    const own = program
      .getSourceFileNames()
      .filter((file) => folders.some((folder) => relative(root, file).startsWith(`${folder}/`)))
    return own.flatMap((name) => {
      const file = program.getSourceFile(name)
      if (file === undefined) throw new Error(`${name}: TypeScript did not read this file`)
      const accesses = listAccesses(file)
      const types = checker.getTypeAtLocation(accesses.map(({ key }) => key))
      return accesses
        .filter((_, place) => isFreeText(types[place], checker))
        .map(({ node }) => {
          const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
          return `${relative(root, name)}:${line}: ${node.getText(file).replaceAll(/\s+/g, " ")}`
        })
    })
  } finally {
    api.close()
  }
}

interface Access {
  readonly node: Node
  readonly key: Node
}

/** Lists every `object[key]` and `key in object` with the key before any cast. */
function listAccesses(file: Node): Access[] {
  const found: Access[] = []
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node)) found.push({ node, key: beforeCast(node.argumentExpression) })
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
      found.push({ node, key: beforeCast(node.left) })
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function beforeCast(key: Node): Node {
  return isAsExpression(key) || isParenthesizedExpression(key) ? beforeCast(key.expression) : key
}

const FREE_TEXT =
  TypeFlags.AnyOrUnknown |
  TypeFlags.String |
  TypeFlags.TemplateLiteral |
  TypeFlags.StringMapping |
  TypeFlags.Intersection

function isFreeText(type: Type | undefined, checker: Checker): boolean {
  if (type === undefined) return true
  const constraint = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : type
  if (constraint === undefined) return true
  const parts = constraint.isUnionType() ? constraint.getTypes() : [constraint]
  return parts.some(({ flags }) => (flags & FREE_TEXT) !== 0)
}
