import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { jsonSchemaOf } from "@/lib/api/json-schema"
import { openApiDocument } from "@/lib/api/openapi"
import { describedInputs, exampleOf } from "@/lib/api/openapi-operation"
import { readInput } from "@/lib/memory/inputs/read-input"
import { OPERATIONS } from "@/lib/operations/list"
import { brokenInputs } from "../../support/http/broken-inputs"
import { ApiDocument, type Schema } from "../../support/http/documented"

const RUNS = Number(process.env.PROPERTY_RUNS ?? 60)

/** Zod's default messages. */
const ITS_OWN_WORDS =
  /Invalid|expected (?:string|number|one)|Too (?:big|small)|Unrecognized|No matching discriminator|Required/

const document = new ApiDocument(
  JSON.parse(JSON.stringify(openApiDocument())) as ConstructorParameters<typeof ApiDocument>[0],
)

describe.each(OPERATIONS.map((one) => [one.name, one] as const))("%s", (name, operation) => {
  it("explains what is wrong with an input, and where, in terms of the product", () => {
    const documented =
      document.operations.find((one) => one.id === name) ?? expect.fail(`${name} is not documented`)
    const broken = brokenInputs(documented, exampleOf(describedInputs(operation)))
    const inputs = fc.oneof(
      anyInput(jsonSchemaOf(operation.input) as Schema),
      ...(broken ? [broken.map((one) => one.input)] : []),
    )
    fc.assert(
      fc.property(inputs, (input) => {
        const read = readInput(operation.input, input)
        for (const problem of "problems" in read ? read.problems : []) {
          expect(problem).not.toMatch(ITS_OWN_WORDS)
          expect(problem).toMatch(/^[\w. -]+: \S/)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

const ANYTHING: readonly unknown[] = [
  undefined,
  null,
  "",
  "x",
  "2026-13-45",
  -1,
  1.5,
  1e300,
  true,
  [],
  ["x"],
  [[]],
  {},
  { x: 1 },
  "y".repeat(30_000),
]

/** Objects with the schema's members and arbitrary values, so that each member is invalid in every way. */
function anyInput(schema: Schema): fc.Arbitrary<unknown> {
  const branches = (schema.anyOf ?? schema.oneOf ?? []).map(anyInput)
  const known = [...((schema.enum ?? []) as unknown[]), ...(schema.const === undefined ? [] : [schema.const])]
  const parts = Object.entries(schema.properties ?? {}).map(
    ([name, part]): [string, fc.Arbitrary<unknown>] => [name, anyInput(part)],
  )
  return fc.oneof(
    ...(known.length > 0 || (branches.length === 0 && parts.length === 0 && schema.items === undefined)
      ? [fc.constantFrom(...known, ...ANYTHING)]
      : [{ weight: 1, arbitrary: fc.constantFrom(...ANYTHING) }]),
    ...branches.map((arbitrary) => ({ weight: 2, arbitrary })),
    ...(parts.length > 0
      ? [{ weight: 6, arbitrary: fc.record(Object.fromEntries(parts), { requiredKeys: [] }) }]
      : []),
    ...(schema.items === undefined
      ? []
      : [{ weight: 4, arbitrary: fc.array(anyInput(schema.items as Schema), { maxLength: 2 }) }]),
  )
}
