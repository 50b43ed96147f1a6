import { UnitPool } from "@/lib/operations/isolated/run-isolated"

// Runs one unit that never ends until this process is killed.
const [script = "", note = ""] = process.argv.slice(2)
void new UnitPool({ script }).run({ name: "upper", inputs: [`NOTE ${note} LOOP`] })
