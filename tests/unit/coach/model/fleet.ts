import type { CoachNotebook, CoachProgress, CoachWork } from "@/lib/coach/coach"
import { CoachFailure } from "@/lib/coach/coach"
import { configuredCoach } from "@/lib/coach/configured-coach"
import type { ModelOptions } from "@/lib/coach/model/model-coach"
import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/synthesis"
import type { ModelServer } from "../../../support/coach/model-server"

export const KEY = "sk-loop-0123456789abcdefghijklmnopqrstuv"

let number = 0
export const entry = (text: string, more: Partial<CoachEntry> = {}): CoachEntry => {
  number += 1
  const id = `0199aaaa-bbbb-7ccc-8ddd-${String(number).padStart(12, "0")}`
  const agent = more.agent === undefined ? "api-builder" : more.agent
  return {
    id,
    text,
    file: `file-${agent}`,
    path: `.claude/agent-memory/${agent}/MEMORY.md`,
    line: number,
    project: "ledger",
    agent,
    category: "backend",
    scope: "project",
    section: "Gotchas",
    type: null,
    date: null,
    confidence: null,
    flags: [],
    ...more,
  }
}

export function material(entries: readonly CoachEntry[], more: Partial<CoachMaterial> = {}): CoachMaterial {
  const names = [...new Set(entries.flatMap(({ agent }) => agent ?? []))]
  const agents = names.map((name) => ({
    name,
    project: "ledger",
    category: entries.find(({ agent }) => agent === name)?.category ?? null,
    entries: entries.filter(({ agent }) => agent === name).length,
    changedOn: "2026-11-20",
    shared: 0,
    sessions: 3,
    optedOut: false,
  }))
  return {
    kind: "brief",
    agent: null,
    place: "Ledger",
    oneProject: true,
    today: "2026-11-22",
    entries,
    agents,
    contradictions: [],
    left: 0,
    ...more,
  }
}

export const SHARED =
  "The payment gateway answers 202 before the charge is booked, so poll the ledger until it settles"

/** Six entries of three agents; two are duplicates. */
export const smallFleet = (): CoachMaterial =>
  material([
    entry(SHARED),
    entry(SHARED, { agent: "web-builder" }),
    entry("Migrations run in one transaction; a failed index build leaves the table locked", {
      agent: "web-builder",
    }),
    entry("Snapshot tests of invoices break each January because the year stands in the header", {
      agent: "tester",
      category: "testing",
    }),
    entry("The staging database is reset every Monday at 06:00 UTC", {
      agent: "tester",
      category: "testing",
    }),
    entry("Refunds need the original charge id, not the order id"),
  ])

const SUBJECTS =
  "invoice refund ledger webhook retry migration snapshot currency rounding settlement payout dispute chargeback audit export import schema index cache queue worker timeout deadline quota tenant region replica backup restore rotation".split(
    " ",
  )

/** A fleet that needs several calls: categories with the given number of unique entries. */
export function largeFleet(categories: number, entries: number): CoachMaterial {
  return material(
    Array.from({ length: categories }, (_, category) =>
      Array.from({ length: entries }, (_, place) => {
        const [one, other, third] = [0, 7, 13].map(
          (step) =>
            SUBJECTS[(category * 5 + place * 3 + step * (1 + Math.floor(place / 30))) % SUBJECTS.length],
        )
        return entry(
          `The ${one} of area ${category}x${place} waits for the ${other}, and the ${third} is checked by hand before each release because ${"nobody trusts what the report of the night says about it ".repeat(7)}`,
          { agent: `agent-${category}-${place % 5}`, category: `area-${category}` },
        )
      }),
    ).flat(),
  )
}

/**
 * A clock on which every wait ends at once and is recorded. Waits for an answer or for more of it end only if
 * the server holds the call back, however long a call takes. Calls must follow one another.
 */
export function quickClock(server?: Pick<ModelServer, "heldCalls" | "requests">) {
  const waits: number[] = []
  return {
    waits,
    now: () => 1_763_800_000_000,
    after(milliseconds: number, run: () => void) {
      if (milliseconds === STALL || milliseconds === START) {
        if (!server) return () => undefined
        // A wait for the first data begins before the server receives the call.
        const call = server.requests.length + (milliseconds === START ? 1 : 0)
        const watch = setInterval(() => server.heldCalls.includes(call) && run(), 20)
        return () => clearInterval(watch)
      }
      waits.push(milliseconds)
      const timer = setTimeout(run, 0)
      return () => clearTimeout(timer)
    },
  }
}
export const STALL = 60_001
export const START = 180_001

export function notebook(): CoachNotebook & {
  readonly kept: Map<string, unknown>
  readonly tokens: { input: number; output: number }[]
} {
  const kept = new Map<string, unknown>()
  const tokens: { input: number; output: number }[] = []
  return {
    kept,
    tokens,
    find: async (key) => kept.get(key) ?? null,
    async keep(key, answer, taken) {
      kept.set(key, JSON.parse(JSON.stringify(answer)))
      tokens.push(taken)
    },
  }
}

export function work(more: Partial<CoachWork> = {}): CoachWork & { readonly told: CoachProgress[] } {
  const told: CoachProgress[] = []
  return {
    signal: new AbortController().signal,
    tokenBudget: null,
    notebook: notebook(),
    told,
    progress: (now) => void told.push(now),
    ...more,
  }
}

export function coachAt(
  server: ModelServer,
  {
    model = "compatible:loopback",
    options = {},
    ...more
  }: { model?: string; options?: ModelOptions } & Record<string, unknown> = {},
) {
  const { coach, problem } = configuredCoach(
    {
      QUARTERDECK_COACH_MODEL: model,
      QUARTERDECK_COACH_URL: server.url,
      QUARTERDECK_COACH_KEY: KEY,
      OPENAI_API_KEY: KEY,
      ANTHROPIC_API_KEY: KEY,
      QUARTERDECK_COACH_PRICE: "3/15",
      ...(more as Record<string, string>),
    },
    { clock: quickClock(), stallMs: STALL, startMs: START, ...options },
  )
  if (!coach) throw new Error(problem ?? "no coach")
  return coach
}

/** The failure of a run. Fails the test if the run succeeds or throws another error. */
export const failure = (written: Promise<unknown>): Promise<CoachFailure> =>
  written.then(
    () => Promise.reject(new Error("it did not fail")),
    (cause: unknown) => (cause instanceof CoachFailure ? cause : Promise.reject(cause as Error)),
  )
