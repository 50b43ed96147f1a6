import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { Brand } from "@/components/shell/brand"

interface ApiFrameProps {
  nouns: readonly { readonly name: string; readonly operations: readonly unknown[] }[]
  children: ReactNode
}

/** Frame of the HTTP API pages: the content, and on wide screens the list of resources to the left of it. */
export function ApiFrame({ nouns, children }: ApiFrameProps) {
  return (
    <div className="lg:flex">
      <header className="flex min-h-top items-center border-b border-line px-4 lg:hidden">
        <Link href="/">
          <Brand />
        </Link>
      </header>
      <nav
        aria-label="Resources"
        className="hidden w-52 shrink-0 self-start overflow-y-auto border-r border-line p-4 lg:sticky lg:top-0 lg:block lg:h-dvh"
      >
        <Link href="/" className="mb-4 block">
          <Brand />
        </Link>
        <ul className="grid gap-0.5">
          {nouns.map((noun) => (
            <li key={noun.name}>
              <Link
                href={`/docs/api#noun-${noun.name}`}
                className="flex min-h-6 items-center rounded-md px-2 text-ink-2 hover:bg-raised hover:text-ink"
              >
                {noun.name}
                <span className="ml-auto text-sm text-ink-3 tabular-nums">{noun.operations.length}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main className="mx-auto grid w-full max-w-240 min-w-0 grid-cols-1 content-start gap-6 px-4 py-6">
        {children}
      </main>
    </div>
  )
}

const TASKS = [
  { href: "/docs/api/context.show", does: "Give an agent its context" },
  { href: "/docs/api/entry.read", does: "Read memory" },
  { href: "/docs/api/entry.search", does: "Search memory" },
  { href: "/docs/api/proposal.create", does: "Propose a change" },
  { href: "/docs/api/session.start", does: "Start a session" },
  { href: "/docs/api/proposal.review", does: "Review a proposal" },
  { href: "/docs/api/import.open", does: "Import files" },
  { href: "/docs/api/export.files", does: "Export files" },
  { href: "#refusals", does: "Understand an error" },
] as const

/** Links to common tasks, and the environment variables that the examples use. */
export function StartHere({ address }: { address: string }) {
  return (
    <section aria-labelledby="start" className="grid gap-2.5 rounded-lg border border-line bg-surface p-3">
      <h2 id="start">Start here</h2>
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
        {TASKS.map(({ href, does }) => (
          <li key={href} className="flex min-h-6 items-center">
            <Link className="text-link" href={href}>
              {does}
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        All examples work once these two variables are set. A team lead can create the access token under
        Settings &gt; Access tokens. In the examples, any other value that starts with $ is an ID from an
        earlier response.
      </p>
      <pre className="rounded-md bg-raised p-2.5 font-mono wrap-anywhere whitespace-pre-wrap">{`export QUARTERDECK_URL=${address}\nexport QUARTERDECK_TOKEN=qd_…`}</pre>
    </section>
  )
}

/** The operations of a resource with their summaries. The page of each operation has the details. */
export function NounSection({ noun, wanted }: { noun: ApiNoun; wanted: string }) {
  const matches = noun.operations.map((operation) => isWanted(operation.words, wanted))
  return (
    <section
      aria-labelledby={`noun-${noun.name}`}
      data-noun
      hidden={!matches.includes(true)}
      className="grid gap-2"
    >
      <div>
        <h2 id={`noun-${noun.name}`} className="scroll-mt-24">
          {noun.name}
        </h2>
        <p className="text-ink-2">{noun.about}</p>
      </div>
      <ul className="rounded-lg border border-line bg-surface">
        {noun.operations.map((operation, place) => (
          <OperationRow key={operation.id} operation={operation} hidden={matches[place] !== true} />
        ))}
      </ul>
    </section>
  )
}

function OperationRow({
  operation: { id, method, path, summary, words },
  hidden,
}: {
  operation: ApiOperation
  hidden: boolean
}) {
  return (
    <li
      id={id}
      data-words={words}
      hidden={hidden}
      className="scroll-mt-24 border-line wrap-anywhere not-first:border-t"
    >
      <Link href={`/docs/api/${id}`} className="block px-3 py-2 hover:bg-raised">
        <span className="font-medium">{summary}</span>
        <span className="mt-0.5 flex flex-wrap items-baseline gap-x-2 text-sm">
          <code className="font-mono font-medium text-accent">{method}</code>
          <code className="font-mono text-ink-2">{path}</code>
          <span className="text-ink-3">{id}</span>
        </span>
      </Link>
    </li>
  )
}

/** True if `words` contains every word of `wanted`. */
function isWanted(words: string, wanted: string): boolean {
  return wanted.split(/\s+/).every((word) => words.includes(word))
}

interface Problem {
  readonly kind: string
  readonly status: number
  readonly about: string
}

/** All errors of the HTTP API, with advice. The `type` of an error response links to this list. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  return (
    <section aria-labelledby="refusals" className="grid gap-2.5">
      <div>
        <h2 id="refusals">Errors</h2>
        <p className="text-ink-2">
          Errors are sent as <code className="font-mono">application/problem+json</code>:{" "}
          <code className="font-mono">title</code> is the name listed below, and{" "}
          <code className="font-mono">detail</code> describes what failed, where, and what to do.
        </p>
      </div>
      <dl className="grid gap-2 rounded-lg border border-line bg-surface p-3">
        {problems.map(({ kind, status, about }) => (
          <div key={kind} id={kind}>
            <dt className="font-medium tabular-nums">
              {status} {kind}
            </dt>
            <dd className="text-ink-2">{about.replaceAll("`", "")}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A resource of the HTTP API with its operations, as the page shows them. */
export interface ApiNoun {
  readonly name: string
  readonly about: string
  readonly operations: readonly ApiOperation[]
}

export interface ApiOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Lowercase text that the search field of the page searches. */
  readonly words: string
  readonly right: string
  /** Sentences of the description after the first, which names the right. */
  readonly notes: readonly string[]
  readonly parameters: readonly ApiMember[]
  /** Names of the request headers. The page describes each header once. */
  readonly headers: readonly string[]
  readonly body: readonly ApiMember[]
  readonly archive: boolean
  readonly answer: ApiShape
  readonly errors: readonly { readonly status: string; readonly kind: string }[]
  readonly curl: string
}

export interface ApiMember {
  readonly name: string
  /** "path" or "query"; null for headers and for members of a body. */
  readonly place: string | null
  readonly required: boolean
  readonly about: string
  readonly shape: ApiShape
}

/** A type in words, with the members of objects below it. */
export interface ApiShape {
  readonly words: string
  /** Name of a schema that is described once; null: none. */
  readonly named: string | null
  readonly members: readonly ApiMember[]
}

/** A type in words. A named schema links to its description. */
function ApiShapeWords({ shape }: { shape: ApiShape }) {
  return (
    <>
      {shape.words}
      {shape.named === null ? null : (
        <>
          {shape.words === "" ? "" : " "}
          <Link className="text-link" href={`/docs/api/shapes#${shape.named}`}>
            {shape.named}
          </Link>
        </>
      )}
    </>
  )
}

/**
 * The members of an object or the parameters of an operation: name, type, whether required, and description.
 * Nested members are listed below their parent.
 */
export function ApiMemberList({ members }: { members: readonly ApiMember[] }) {
  return (
    <ul className="grid gap-1.5">
      {members.map((member) => (
        <li key={`${member.place ?? ""} ${member.name}`} className="wrap-anywhere text-ink-2">
          <code className="font-mono font-medium text-ink">{member.name}</code>{" "}
          <ApiShapeWords shape={member.shape} />
          {member.place === null ? null : `, in the ${member.place}`}
          {member.required ? <strong className="text-ink">, required</strong> : null}
          {member.about === "" ? null : <p>{member.about.replaceAll("`", "")}</p>}
          {member.shape.members.length > 0 ? (
            <div className="mt-1 border-l border-line pl-3">
              <ApiMemberList members={member.shape.members} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** The details of an operation: the required right, an example, the input, the response and the errors. */
export function OperationView({ operation }: { operation: ApiOperation }) {
  const { right, notes, parameters, headers, body, archive, answer, errors, curl } = operation
  return (
    <>
      <p className="text-ink-2">{[right, ...notes].join(" ").replaceAll(/\*\*|`/g, "")}</p>
      <Part title="Example">
        <pre className="rounded-lg border border-line bg-surface p-3 font-mono wrap-anywhere whitespace-pre-wrap">
          {curl}
        </pre>
      </Part>
      <Members title="Parameters" members={parameters} />
      {archive ? <Part title="Body">The contents of a zip, tar or tar.gz archive.</Part> : null}
      <Members title="Body" members={body} />
      {headers.length > 0 ? (
        <Part title="Headers">
          <Leads to={headers.map((name) => ({ href: "/docs/api#headers", words: name }))} />
        </Part>
      ) : null}
      {answer.members.length > 0 ? (
        <Members title="Response" members={answer.members} />
      ) : (
        <Part title="Response">
          <p className="text-ink-2">
            <ApiShapeWords shape={answer} />
          </p>
        </Part>
      )}
      <Part title="Errors">
        <Leads
          to={errors.map(({ status, kind }) => ({ href: `/docs/api#${kind}`, words: `${status} ${kind}` }))}
        />
      </Part>
    </>
  )
}

function Members({ title, members }: { title: string; members: readonly ApiMember[] }) {
  return members.length === 0 ? null : (
    <Part title={title}>
      <div className="rounded-lg border border-line bg-surface p-3">
        <ApiMemberList members={members} />
      </div>
    </Part>
  )
}

function Leads({ to }: { to: readonly { readonly href: string; readonly words: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {to.map(({ href, words }) => (
        <li key={words} className="flex min-h-6 items-center">
          <Link className="text-link" href={href}>
            {words}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-1.5">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
