import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { ApiMemberList } from "./member-list"
import { ApiShapeWords } from "./shape-words"
import type { ApiMember, ApiOperation } from "./api-docs-types"

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
