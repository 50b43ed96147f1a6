import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"
import { ownValue } from "@/lib/memory/text/own-value"
import type { PlanBody, PlanView } from "@/lib/operations/seed/seed-outputs"
import { defaultPredecessors } from "@/lib/memory/seed/predecessors"
import {
  type Answer,
  command,
  type Command,
  type ParsedArguments,
  numberIn,
  wrongForm,
} from "./infra/command"
import { EXIT, refuse, CommandError } from "./infra/exit-codes"
import { PLACE_OPTIONS } from "./infra/team-and-project"
import { AGENT, oneOf, wholeNumber } from "./infra/option-values"
import { visible } from "./infra/terminal"

type From = { readonly agent: string; readonly project?: string } | { readonly file: string }
type Proposed = OutputOf<"seed.predecessors">["predecessors"][number]

const MOST_LINES = 1_000

export const seedCommand: Command = command({
  name: "seed",
  form: "seed AGENT[,AGENT] [--project P] [--from A[,B]] [--category C] [--into agent|category] [--budget N] [--method rules|model] [--dry-run] [--plan] [--reason R] [--team T] [--json]",
  forms: ["seed AGENT[,AGENT] --fresh [--project P] [--reason R] [--team T] [--json]"],
  about:
    "seed a new agent's memory from its predecessors, placing each entry in a section or leaving it out with a reason",
  purpose: "propose",
  words: [1, 20],
  takes: [AGENT],
  options: {
    ...PLACE_OPTIONS,
    from: {
      value: "A,B",
      about:
        "predecessors: agents, PROJECT/AGENT for another project, or a file by path or ID (default: the suggested predecessors)",
      repeated: true,
    },
    category: { value: "C", about: "the category (default: the agent's category)" },
    into: {
      value: "I",
      about:
        "agent: one memory per agent. category: one memory for all agents, with a section for each (default: agent)",
      takes: oneOf(["agent", "category"]),
    },
    budget: {
      value: "N",
      about: "maximum number of lines (default: 100)",
      takes: wholeNumber(1, MOST_LINES),
    },
    method: {
      value: "M",
      about:
        "model: also ask the configured language model. rules: use rules only (the default for dry runs)",
      takes: oneOf(["rules", "model"]),
    },
    "dry-run": { about: "preview the seeded memory without writing anything" },
    plan: { about: "create a plan for review, even if you have permission to approve" },
    fresh: { about: "start with empty memory" },
    reason: { value: "R", about: "reason, recorded for future reference" },
  },
  notes:
    "If you have permission to approve, the memory is written immediately, as one revision. If the memory already has entries,\nthe new ones are proposed. With an access token, a plan is created for review in the Inbox.",
  examples: [
    "seed risk-architect --project ledger --dry-run",
    "seed structure-architect,risk-architect --project ledger --from architect --into category",
    'seed release-captain --fresh --reason "New role"',
  ],
  run: (given) => (given.on.has("fresh") ? beginFresh(given) : seed(given)),
})

const placeOf = ({ values: { team, project } }: ParsedArguments) => ({
  ...(team === undefined ? {} : { team }),
  ...(project === undefined ? {} : { project }),
})
/** Returns the names of agents, without duplicates. Throws for an agent of another project. */
function agentsIn({ words }: ParsedArguments): string[] {
  const agents = [
    ...new Set(
      words
        .flatMap((word) => word.split(","))
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    ),
  ]
  if (agents.length === 0) throw wrongForm(seedCommand, "AGENT is empty")
  const placed = agents.find((name) => name.includes("/"))
  if (placed === undefined) return agents
  const [project = "", ...rest] = placed.split("/")
  throw wrongForm(
    seedCommand,
    `${JSON.stringify(placed)} is not an agent name. Choose the project with --project, as in quarterdeck seed ${rest.join("-")} --project ${project}`,
  )
}

async function seed(given: ParsedArguments): Promise<Answer> {
  const { values, on } = given
  if (on.has("dry-run") && on.has("plan"))
    throw wrongForm(seedCommand, "--dry-run and --plan cannot be combined")
  const agents = agentsIn(given)
  const budget = numberIn(seedCommand, "budget", values.budget, MOST_LINES)
  const together =
    given.lists.from === undefined ? null : given.lists.from.flatMap((list) => list.split(",")).map(fromOf)
  const asked = {
    ...placeOf(given),
    ...(values.category === undefined ? {} : { category: values.category }),
    ...(values.into === undefined ? {} : { into: values.into }),
    ...(values.method === undefined ? {} : { method: values.method }),
    budget,
  }
  if (together !== null || values.into === "category")
    return answered(
      await seedOf(given, { ...asked, agents, from: together ?? (await proposed(given, agents)) }),
    )
  return answered(
    await each(agents, async (agent) =>
      seedOf(given, { ...asked, agents: [agent], from: await proposed(given, [agent]) }),
    ),
  )
}

/**
 * Runs `work` for each agent. A refusal for one agent does not stop the others. All refusals are reported
 * together.
 */
async function each(
  agents: readonly string[],
  work: (agent: string) => Promise<readonly Done[]>,
): Promise<Done[]> {
  const done: Done[] = []
  for (const agent of agents) {
    try {
      done.push(...(await work(agent)))
    } catch (cause) {
      if (agents.length === 1 || !(cause instanceof CommandError) || cause.exit !== EXIT.refused) throw cause
      done.push({ agent, refusal: cause })
    }
  }
  return done
}

type Seeded = { readonly plan: PlanBody | PlanView; readonly applied: AppliedSeed | null }
type Done = Seeded | { readonly agent: string; readonly refusal: CommandError }

async function seedOf(
  { server, screen, on, values }: ParsedArguments,
  asked: { readonly agents: readonly string[]; readonly from: readonly From[] },
): Promise<Done[]> {
  if (on.has("dry-run"))
    return (await server.call("seed.preview", { ...asked })).plans.map((plan) => ({
      plan,
      applied: null,
    }))
  const { plans, settled } = await server.callOnce("seed.plan", { ...asked })
  const byName = new Map(plans.map((plan) => [plan.agent ?? plan.path, plan]))
  const done = await each([...byName.keys()], async (name) => {
    const plan = byName.get(name) as PlanView
    if (!plan.may.decide || on.has("plan") || plan.placements.every(({ place }) => place === "left-out"))
      return [{ plan, applied: null }]
    screen.progress(`Seeding ${plan.path}`)
    return [
      {
        plan,
        applied: await server.callOnce("seed.apply", {
          plan: plan.id,
          version: plan.version,
          ...(values.reason === undefined ? {} : { reason: values.reason }),
        }),
      },
    ]
  })
  screen.progress(null)
  return [...settled.map((plan) => ({ plan, applied: null })), ...done]
}

function answered(all: readonly Done[]): Answer {
  const [only, ...others] = all
  if (only === undefined) throw refuse("not-found", "no plan was created")
  const text = all
    .map((one) =>
      "plan" in one ? describeSeed(one.plan, one.applied) : `${one.agent}: ${one.refusal.message}`,
    )
    .join("\n\n")
  const json = all.map((one) =>
    "plan" in one
      ? seedJson(one.plan, one.applied)
      : { agent: one.agent, state: "refused", reason: one.refusal.reason, message: one.refusal.message },
  )
  return {
    json: others.length === 0 ? (json[0] ?? {}) : { plans: json },
    text,
    exit: all.every((one) => "plan" in one) ? 0 : 1,
  }
}

/** Returns the suggested predecessors of the agents, without duplicates, and prints them. */
async function proposed(given: ParsedArguments, agents: readonly string[]): Promise<From[]> {
  const { server, screen, values } = given
  const found = new Map<string, Proposed>()
  for (const agent of agents) {
    const { predecessors } = await server.call("seed.predecessors", {
      ...placeOf(given),
      agent,
      category: values.category,
    })
    for (const one of defaultPredecessors(predecessors)) found.set(one.file, one)
  }
  if (found.size === 0)
    throw refuse(
      "not-found",
      `no predecessors found for ${agents.join(", ")}: choose predecessors with --from, or start with empty memory using --fresh`,
    )
  for (const one of found.values()) screen.say(`Predecessor ${one.project}/${one.agent}: ${one.words}`)
  return [...found.values()].map(({ file }) => ({ file }))
}

/** Parses a predecessor: "architect", "dispatch/architect", or a file by path or ID. */
function fromOf(text: string): From {
  const named = text.trim()
  if (named === "") throw wrongForm(seedCommand, "--from is empty")
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(named) || /\.(?:md|markdown|jsonl?)$/i.test(named))
    return { file: named }
  const [project = "", agent, ...rest] = named.split("/")
  if (agent === undefined) return { agent: named }
  return rest.length === 0 ? { agent, project } : { file: named }
}

async function beginFresh(given: ParsedArguments): Promise<Answer> {
  const other =
    ["from", "category", "into", "budget", "method"].find(
      (name) => ownValue(given.values, name) !== undefined,
    ) ?? ["dry-run", "plan"].find((name) => given.on.has(name))
  if (other !== undefined) throw wrongForm(seedCommand, `--fresh starts with empty memory: omit --${other}`)
  return answered(
    await each(agentsIn(given), async (agent) => {
      const { plan } = await given.server.callOnce("seed.fresh", {
        ...placeOf(given),
        agent,
        ...(given.values.reason === undefined ? {} : { reason: given.values.reason }),
      })
      return [{ plan, applied: null }]
    }),
  )
}

/** The result of applying a plan. */
type AppliedSeed = OutputOf<"seed.apply">

type Placement = PlanBody["placements"][number]
const isPlan = (plan: PlanBody | PlanView): plan is PlanView => "id" in plan

/** Returns the JSON output. Placed entries that were not written count as left out. */
function seedJson(plan: PlanBody | PlanView, applied: AppliedSeed | null) {
  const left = new Map(applied?.left.map((one) => [one.entry, one.why]))
  const placed = plan.placements.filter(({ place, entry }) => place !== "left-out" && !left.has(entry))
  const out = plan.placements.filter((one) => !placed.includes(one))
  return {
    lines: plan.lines,
    placed: placed.map((one) => ({
      text: one.text,
      section: headingOf(plan, one),
      reason: one.reason,
      confidence: one.confidence,
      from: one.from,
    })),
    leftOut: out.map((one) => ({
      text: one.text,
      why: left.get(one.entry) ?? `${one.why ?? "person"}: ${one.reason}`,
      from: one.from,
    })),
    agent: plan.agent,
    category: plan.category,
    path: plan.path,
    plan: isPlan(plan) ? plan.id : null,
    state: applied?.state ?? stateOf(plan),
    revision: applied?.revision ?? null,
    proposals: applied?.proposals ?? [],
  }
}

function stateOf(plan: PlanBody | PlanView) {
  if (isPlan(plan)) return plan.state
  return plan.nothingLeft === null ? "preview" : "nothing-left"
}

const headingOf = (plan: PlanBody, { place }: Placement): string =>
  plan.sections.find((one) => one.place === place)?.heading ?? place

/** Returns the state of a plan as part of a sentence: "was written as revision 3:". */
function statusOf(plan: PlanBody | PlanView, applied: AppliedSeed | null): string {
  const { state } = seedJson(plan, applied)
  const known: Readonly<Record<string, string>> = {
    preview: "would be seeded:",
    waiting: `is pending as plan ${isPlan(plan) ? plan.id : ""}:`,
    applied: `was written as revision ${applied?.revision ?? ""}:`,
    proposed: `was proposed in ${formatCount(applied?.proposals.length ?? 0, "proposal")}:`,
  }
  return ownValue(known, state) ?? `is ${state}:`
}

/**
 * Returns a plan as text: its state, the entries of each section, then the entries that are left out, with
 * reasons.
 */
function describeSeed(plan: PlanBody | PlanView, applied: AppliedSeed | null): string {
  if (isPlan(plan) && plan.state === "fresh") return `${visible(plan.agent ?? "")} starts with empty memory`
  const { placed, leftOut, state } = seedJson(plan, applied)
  if (plan.nothingLeft !== null) return [visible(plan.nothingLeft), ...leftOutWords(leftOut)].join("\n")
  const head = `${visible(plan.path)} ${statusOf(plan, applied)} ${plan.lines} of ${formatCount(plan.budget, "line")}, ${formatCount(placed.length, "entry")}, ${leftOut.length} left out`
  const sections = [...new Set(placed.map(({ section }) => section))].map((section) =>
    [
      `\n${visible(section)}`,
      ...placed
        .filter((one) => one.section === section)
        .map(
          (one) =>
            `  ${visible(firstLine(one.text))}  (${one.from}; ${visible(one.reason)}; ${Math.round(one.confidence * 100)}%)`,
        ),
    ].join("\n"),
  )
  const byHand =
    placed.length === 0 && state === "waiting"
      ? ["No entries were placed automatically. Place the entries on the plan's board, or discard the plan"]
      : []
  return [head, ...byHand, ...sections, ...leftOutWords(leftOut)].join("\n")
}

const leftOutWords = (leftOut: ReturnType<typeof seedJson>["leftOut"]): string[] =>
  leftOut.length === 0
    ? []
    : [
        [
          "\nLeft out",
          ...leftOut.map((one) => `  ${visible(firstLine(one.text))}  (${one.from}; ${visible(one.why)})`),
        ].join("\n"),
      ]

const firstLine = (text: string): string =>
  text.includes("\n") ? `${text.slice(0, text.indexOf("\n"))} …` : text
