import type { ReactNode } from "react"
import { Link } from "@/components/ui/link"

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
