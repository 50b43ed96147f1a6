import { measureConflicts, readConflictPairs } from "../../../tests/support/labelled-conflicts"
const pairs = readConflictPairs()
for (const f of ["contradiction", "duplicate"] as const)
  for (const s of ["tune", "held", "blind"]) {
    const m = measureConflicts(
      pairs.filter((p) => p.set === s),
      f,
    )
    console.log(
      f,
      s,
      m.precision.toFixed(2),
      m.recall.toFixed(2),
      [...m.kinds].map(([k, v]) => `${k} ${v.found}/${v.of}`).join(", "),
    )
    if (s !== "held")
      console.log(
        "  wrong",
        m.wrong.join("\n        "),
        "\n  missed",
        m.missed.slice(0, 30).join("\n        "),
      )
  }
