import { corpusRepositories, conflictsIn } from "../../../tests/bench/corpus-conflicts"
import { readFileSync, writeFileSync, existsSync } from "node:fs"
import { labelledPairs, train } from "./judgement"
import { corpusPairs } from "./corpus-pairs"
const half = process.argv.includes("--half")
const pairs = labelledPairs()
train(pairs, "labelled-model")
train([...pairs, ...corpusPairs(half)], "everyday-model")
