import { heldOut, labelledPairs, featuresOfPair } from "./judgement"
import { corpusPairs } from "./corpus-pairs"
import { writeFileSync } from "node:fs"
const own = labelledPairs()
const l = heldOut(own)
const e = heldOut([...own, ...corpusPairs()])
writeFileSync(
  "/tmp/jd/probs.json",
  JSON.stringify(
    own.map((p, i) => ({ ...p, l: l[i], e: e[i], f: featuresOfPair(p) })).filter((p) => p.kind !== "variant"),
  ),
)
