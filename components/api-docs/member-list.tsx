import { ApiShapeWords } from "./shape-words"
import type { ApiMember } from "./api-docs-types"

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
