// Trains the comparison of two statements with the labeled pairs of tests/fixtures, and with ../shared/labelled and ../shared/corpus if they exist.
// node lib/launch/quality/train-comparison.mjs [--lexicon --wordnet FOLDER]: --lexicon also derives the word lists again.
import { importTypeScript } from "../bundle.mjs"
import { root } from "../root.mjs"

process.chdir(root)

/** Trains the comparison. The same labeled pairs give the same models. */
export async function trainComparison({ wordnet = null } = {}) {
  if (wordnet !== null) {
    const { deriveLexicon } = await importTypeScript("tests/bench/comparison/lexicon.ts")
    await deriveLexicon(wordnet)
  }
  const { trainAll } = await importTypeScript("tests/bench/comparison/training.ts")
  console.log(trainAll())
  const { trainOutcomes } = await importTypeScript("tests/bench/comparison/outcomes.ts")
  console.log(await trainOutcomes())
}

if (process.argv[1] === import.meta.filename)
  await trainComparison({
    wordnet: process.argv.includes("--wordnet")
      ? (process.argv[process.argv.indexOf("--wordnet") + 1] ?? null)
      : null,
  })
