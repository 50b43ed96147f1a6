import { extractiveCoach } from "@/lib/coach/extractive/extractive-coach"
import type { CoachWork } from "@/lib/coach/coach"
import type { CoachedAgent, CoachEntry, CoachMaterial } from "@/lib/memory/coach/synthesis"
import { DEFAULT_TAXONOMY } from "@/lib/memory/agents/categories"
import { type Figure, ms, seconds, timed } from "./figures"
import { numbers, generatedStatement, wordily } from "./generated-fleet"

const LINES = 100
const FLEETS = [
  { agents: 42, bar: 2_000 },
  { agents: 2_000, bar: 60_000 },
] as const

/**
 * Briefs without a model over generated fleets: seconds, memory, and the longest time the event loop was
 * blocked.
 */
export async function coachFigures(): Promise<Figure[]> {
  const figures: Figure[] = []
  await write(generated(42), work()) // The first run includes loading the program.
  for (const { agents, bar } of FLEETS) {
    const material = generated(agents)
    const before = process.memoryUsage().heapUsed
    const watched = watch()
    const { ms: took, value } = await timed(() => write(material, work()))
    const { longest, peak } = watched.stop()
    figures.push(
      {
        what: `extractive brief, ${agents.toLocaleString("en")} agents × ${LINES} lines, ${value.claims.length} claims`,
        value: seconds(took),
        bar: `≤ ${bar / 1000} s`,
        holds: took <= bar,
      },
      { what: "  longest time that nobody else was served", value: ms(longest), bar: "", holds: null },
      {
        what: "  heap above what the material takes, at most",
        value: `${Math.round(Math.max(0, peak - before) / 1048576)} MB`,
        bar: "",
        holds: null,
      },
    )
  }
  figures.push(await cancelFigure())
  return figures
}

/** Milliseconds from a cancellation in the middle of the large brief to its end. */
async function cancelFigure(): Promise<Figure> {
  const cancel = new AbortController()
  let asked = 0
  const progress: CoachWork["progress"] = ({ done }) => {
    if (done < 45 || asked > 0) return
    asked = performance.now()
    cancel.abort(new Error("cancelled"))
  }
  await write(generated(2_000), { ...work(), signal: cancel.signal, progress }).then(
    () => undefined,
    () => undefined,
  )
  const took = performance.now() - asked
  return {
    what: "  cancelled amid the comparisons, until it ends",
    value: ms(took),
    bar: "≤ 1 s",
    holds: asked > 0 && took <= 1000,
  }
}

const write = extractiveCoach.write.bind(extractiveCoach)
const work = (): CoachWork => ({
  signal: new AbortController().signal,
  tokenBudget: null,
  progress: () => undefined,
  notebook: { find: async () => null, keep: async () => undefined },
})

/** Measures the longest gap between two turns of the event loop and the peak heap size. */
function watch(): { stop(): { longest: number; peak: number } } {
  let [last, longest, peak] = [performance.now(), 0, process.memoryUsage().heapUsed]
  let rounds = 0
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    rounds += 1
    if (rounds % 20 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed)
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return {
        longest: Math.max(longest, performance.now() - last),
        peak: Math.max(peak, process.memoryUsage().heapUsed),
      }
    },
  }
}

const CATEGORIES = DEFAULT_TAXONOMY.map(({ slug }) => slug)
const SECTIONS = ["Accumulated Findings", "What Worked", "Watch Points", "Open Threads"]

/**
 * A fleet of agents over at most 40 projects. Of the statements, 5% are duplicates, exact or with words left
 * out, and 20% follow one pattern.
 */
function generated(agents: number): CoachMaterial {
  const next = numbers(7)
  const spread = Math.min(40, Math.ceil(agents / 20))
  const say = wordily(next)
  const shared = Array.from({ length: agents * 2 }, () => say())
  const coached = Array.from({ length: agents }, (_, at): CoachedAgent => ({
    name: `agent-${at}`,
    project: `project-${at % spread}`,
    category: CATEGORIES[at % CATEGORIES.length] ?? null,
    entries: LINES,
    shared: 0,
    changedOn: "2026-11-01",
    sessions: 3,
    optedOut: false,
  }))
  const anyStatement = (): string => {
    if (next() < 0.05) return shared[Math.floor(next() * shared.length)] as string
    return next() < 0.2 ? generatedStatement(next) : say()
  }
  const entries = coached.flatMap(({ name, project, category }, agent) =>
    Array.from({ length: LINES }, (_, line): CoachEntry => {
      const said = anyStatement()
      const text =
        next() < 0.3
          ? said
              .split(" ")
              .filter((_word, at) => at % 7 !== 3)
              .join(" ")
          : said
      return {
        id: `${agent}-${line}`,
        text,
        file: name,
        path: `.kaizen/agents/${name}/memory.md`,
        line: line + 10,
        project,
        agent: name,
        category,
        scope: "project",
        section: SECTIONS[line % SECTIONS.length] ?? null,
        type: null,
        date: "2026-10-01",
        confidence: null,
        flags: [],
      }
    }),
  )
  return {
    kind: "brief",
    agent: null,
    place: "bench",
    oneProject: false,
    today: "2026-11-21",
    entries,
    agents: coached,
    contradictions: [],
    left: 0,
  }
}
