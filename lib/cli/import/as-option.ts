import { FORMAT_IDS, type FormatId, NOT_MEMORY, type FormatRule } from "@/lib/memory/memory-files/format"
import { type Command, type ParsedArguments, type Option, wrongForm } from "../infra/command"
import { oneOf } from "../infra/option-values"

/** The option `--as FORMAT [PATTERN]`. PATTERN is the argument after the directory. */
export const AS_OPTION: Option = {
  value: "FORMAT",
  about:
    "import files that match PATTERN (a path, a folder, or a pattern with * and **; default: all files) as memory of this format, or exclude them with none. The choice is remembered for the directory",
  takes: oneOf([...FORMAT_IDS, NOT_MEMORY]),
}

/** Returns a list with the rule of --as, or undefined without --as. Throws for a pattern without --as. */
export function rulesOf(
  command: Pick<Command, "form" | "forms">,
  { words, values }: Pick<ParsedArguments, "words" | "values">,
): readonly FormatRule[] | undefined {
  const [, pattern = "**"] = words
  if (values.as !== undefined) return [{ pattern, format: values.as as FormatId | typeof NOT_MEMORY }]
  if (words[1] !== undefined)
    throw wrongForm(command, `the pattern ${JSON.stringify(words[1])} requires --as FORMAT`)
  return undefined
}
