import { existsSync } from "node:fs"
import { join } from "node:path"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { chosenEmbedder, chooseEmbedder } from "@/lib/embedding/configured-embedder"
import { localEmbedder } from "@/lib/embedding/embedder"
import { importInto } from "@/lib/operations/samples/load-and-remove"
import { searchEntries } from "@/lib/operations/search/search"
import { indexTeam } from "@/lib/operations/search-index/index-team"
import { placeOf, readQuestions, scoreOf, type SearchQuestion } from "../support/search/search-questions"
import { type Figure, ms, quantile, seconds, timed } from "./figures"

type Asking = (question: SearchQuestion) => Promise<readonly { path: string; text: string }[]>

/**
 * Quality of search for questions with known answers over shared/corpus: plain ts_rank, word search and
 * hybrid search. Uses the embedder from the environment, or else the local model, which needs some minutes
 * for the corpus.
 */
export async function questionFigures(): Promise<Figure[]> {
  const corpus = join(process.cwd(), "..", "shared", "corpus")
  if (!existsSync(corpus))
    return [
      {
        what: "questions over the corpus",
        value: "not measured: there is no ../shared/corpus",
        bar: "",
        holds: null,
      },
    ]
  await importInto(systemActor(), { teamId: null, directory: corpus, projectName: null })
  const team = await database().team.findFirstOrThrow({ where: { slug: "main" } })
  const questions = readQuestions()
  const plain = await figuresOf("plain ts_rank", questions, (question) => byPlainRank(team.id, question))
  const words = await figuresOf("words only", questions, (question) => bySearch(question, "words"))
  const embedder = chosenEmbedder().embedder ?? localEmbedder()
  chooseEmbedder(embedder)
  try {
    const indexed = await timed(() => indexTeam(embedder, team.id))
    const hybrid = await figuresOf(`hybrid with ${embedder.id}`, questions, (question) =>
      bySearch(question, "hybrid"),
    )
    return [
      ...plain,
      ...words,
      ...hybrid,
      {
        what: `  (${(indexed.value ?? 0).toLocaleString("en")} entries were embedded in)`,
        value: seconds(indexed.ms),
        bar: "",
        holds: null,
      },
    ]
  } finally {
    await embedder.close()
    chooseEmbedder(undefined)
  }
}

async function figuresOf(
  way: string,
  questions: readonly SearchQuestion[],
  asking: Asking,
): Promise<Figure[]> {
  const asked: { question: SearchQuestion; place: number }[] = []
  const times: number[] = []
  for (const question of questions) {
    const { ms: took, value } = await timed(() => asking(question))
    times.push(took)
    asked.push({ question, place: placeOf(question, value) })
  }
  const told = (of: (question: SearchQuestion) => boolean): string => {
    const { recall, rank } = scoreOf(asked.filter(({ question }) => of(question)).map(({ place }) => place))
    return `${recall.toFixed(2)}, ${rank.toFixed(2)}`
  }
  const kinds = [...new Set(questions.map(({ kind }) => kind))]
  return [
    {
      what: `${questions.length} questions over the corpus, ${way}: recall@5 and MRR`,
      value: told(() => true),
      bar: "",
      holds: null,
    },
    {
      what: "  the half tuned on; the other half",
      value: `${told(({ set }) => set === "tune")}; ${told(({ set }) => set === "held")}`,
      bar: "",
      holds: null,
    },
    {
      what: `  by kind: ${kinds.join("; ")}`,
      value: kinds.map((kind) => told((question) => question.kind === kind)).join("; "),
      bar: "",
      holds: null,
    },
    {
      what: "  time of one, p50 and p95",
      value: `${ms(quantile(times, 0.5))}, ${ms(quantile(times, 0.95))}`,
      bar: "",
      holds: null,
    },
  ]
}

async function bySearch({ query }: SearchQuestion, mode: "words" | "hybrid") {
  const outcome = await searchEntries.run(
    systemActor(),
    searchEntries.input.parse({ q: query, mode, limit: 10 }),
  )
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value.hits
}

/** PostgreSQL's ranking with English stemming and stop words. */
async function byPlainRank(
  teamId: string,
  { query }: SearchQuestion,
): Promise<{ path: string; text: string }[]> {
  return database().$queryRaw`
    SELECT f.path, e.text FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id, plainto_tsquery('english', ${query}) asked
    WHERE e.team_id = ${teamId}::uuid AND to_tsvector('english', e.text) @@ asked ORDER BY ts_rank(to_tsvector('english', e.text), asked) DESC LIMIT 10`
}
