import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Reader } from "@/lib/db/infra/client"
import type { renameTeam } from "@/lib/db/teams/team-names"
import { listCodeFiles, readImports } from "../../support/source-code/imports"

/** Never called: the compiler checks it. Without an error in the next line `@ts-expect-error` is one. */
export async function writesWithoutTransaction(database: Reader, rename: typeof renameTeam) {
  // @ts-expect-error Property 'update' does not exist on type 'Omit<TeamDelegate<…>, Write>'.
  await database.team.update({ where: { id: "" }, data: { name: "Platform" } })
  // @ts-expect-error Property '$executeRaw' does not exist on type 'Reader'. Did you mean '$queryRaw'?
  await database.$executeRaw`DELETE FROM team`
  // @ts-expect-error Property '$transaction' does not exist on type 'Reader'.
  await database.$transaction(async () => undefined)
  // @ts-expect-error Argument of type 'Reader' is not assignable to parameter of type 'Tx'.
  await rename(database, "", "Platform")
}

const imports = readImports(process.cwd(), ["app", "components", "lib"])
const importersOf = (name: string) =>
  imports
    .filter(({ file, names }) => file === "lib/db/infra/client.ts" && names.includes(name))
    .map(({ from }) => from)

const WRITES = /\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\w+(?:\s+(?:AS\s+)?\w+)?\s+SET)\b/
const readStatements = (text: string): string[] =>
  [...text.matchAll(/\bdatabase\(\)\s*\.\$queryRaw(?:<[^`(]*>)?`(?<sql>[^`]*)`/g)].map(
    ({ groups }) => groups?.sql ?? "",
  )

describe("writes", () => {
  it("get the whole client from commit or bookkeeping only", () => {
    expect(importersOf("connection")).toEqual(["lib/db/infra/commit.ts"])
    expect(importersOf("bookkeeping").filter((file) => !file.startsWith("lib/db/"))).toEqual([])
  })

  it("are in no statement that is sent as a read", () => {
    const files = listCodeFiles(process.cwd(), ["lib/db"])
    const found = files.filter((file) =>
      readStatements(readFileSync(file, "utf8")).some((sql) => WRITES.test(sql)),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(found).toEqual([])
    expect(
      readStatements("await database().$queryRaw<Row[]>`UPDATE team t SET a = 1`").map((sql) =>
        WRITES.test(sql),
      ),
    ).toEqual([true])
  })
})
