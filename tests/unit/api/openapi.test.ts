import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Validator } from "@seriousme/openapi-schema-validator"
import { describe, expect, it } from "vitest"
import { openApiDocument, servedDocument } from "@/lib/api/openapi"
import { OPERATIONS } from "@/lib/operations/list"

const document = openApiDocument()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>)).toEqual(
      { valid: true },
    )
    expect(validator.version).toBe("3.1")
  })

  it("has no warning from a linter at its strictest", async () => {
    const config = await createConfig({ extends: ["recommended-strict"] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    )
  })

  it("lists every operation once, under its name, and nothing else", () => {
    expect(
      operations.map((one) => `${one.operationId} ${one.method.toUpperCase()} ${one.path}`).toSorted(),
    ).toEqual(OPERATIONS.map((one) => `${one.name} ${one.method} ${one.path}`).toSorted())
  })

  it("describes every input, and as a reader needs it", () => {
    const silent = operations.flatMap((one) =>
      one.parameters.flatMap((parameter) =>
        "name" in parameter && Object.keys(parameter.schema).length === 0
          ? [`${one.operationId}: ${parameter.name}`]
          : [],
      ),
    )
    expect(silent).toEqual([])
    expect(
      operations
        .filter((one) =>
          [...one.path.matchAll(/\{(\w+)\}/g)].some(
            ([, name]) =>
              !one.parameters.some(
                (parameter) => "name" in parameter && parameter.name === name && parameter.in === "path",
              ),
          ),
        )
        .map((one) => one.operationId),
    ).toEqual([])
  })

  it("names a noun that it explains for every operation", () => {
    const explained = new Map(document.tags.map((tag) => [tag.name, tag.description]))
    expect(
      operations.flatMap((one) => one.tags).filter((tag) => !explained.get(tag)),
      "give them a line in lib/api/openapi-tags.ts",
    ).toEqual([])
  })

  it("forbids unknown members in request bodies at any depth, and allows them in responses", () => {
    const sent = JSON.stringify(
      operations.flatMap((one) =>
        Object.values(one.requestBody?.content ?? {}).map((content) => content.schema),
      ),
    )
    const inputs = Object.fromEntries(
      Object.entries(document.components.schemas).filter(([name]) => name.endsWith("Input")),
    )
    expect([...openObjects(JSON.parse(sent)), ...openObjects(inputs)]).toEqual([])
    expect(Object.keys(inputs)).toEqual(["ProposedChangeInput"])
    expect(openObjects(document.components.schemas.Proposal).length).toBeGreaterThan(0)
  })

  it("has no broken references", () => {
    const text = JSON.stringify(document)
    const lost = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].filter(
      ([, place]) =>
        (place ?? "")
          .split("/")
          .reduce<unknown>(
            (whole, part) => (whole as Record<string, unknown> | undefined)?.[part],
            document,
          ) === undefined,
    )
    expect(lost.map(([, place]) => place)).toEqual([])
  })

  it("is sent once to a client that caches it", async () => {
    const first = servedDocument(new Request("http://localhost/api/v1/openapi.json"))
    expect(first.status).toBe(200)
    const tag = first.headers.get("etag") ?? ""
    expect(
      servedDocument(
        new Request("http://localhost/api/v1/openapi.json", { headers: { "if-none-match": tag } }),
      ).status,
    ).toBe(304)
    expect(
      servedDocument(new Request("http://localhost/api/v1/openapi.json", { method: "POST" })).status,
    ).toBe(405)
  })
})

/** Object schemas that allow additional properties. */
function openObjects(schema: unknown): unknown[] {
  if (typeof schema !== "object" || schema === null) return []
  const own =
    "properties" in schema &&
    "type" in schema &&
    schema.type === "object" &&
    !("additionalProperties" in schema)
      ? [schema]
      : []
  return [...own, ...Object.values(schema).flatMap(openObjects)]
}
