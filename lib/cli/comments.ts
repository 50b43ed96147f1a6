import { command, type Command } from "./infra/command"
import { visible } from "./infra/terminal"
import { oneOf } from "./infra/option-values"
import { DISCUSSED } from "@/lib/memory/comments/comment-text"

export const commentsCommand: Command = command({
  name: "comments",
  form: "comments ID [--on KIND] [--add TEXT] [--json]",
  about: "list the comments on a proposal, conflict or alert, or add one",
  purpose: "decide",
  words: [1, 1],
  options: {
    on: { value: "KIND", about: `${DISCUSSED.join(", ")} (default: proposal)`, takes: oneOf(DISCUSSED) },
    add: { value: "TEXT", about: "add a comment. @Name mentions a member of the team" },
  },
  examples: ["comments ID", 'comments ID --add "@Mara Reyes is this still true?"'],
  async run({ words: [item = ""], values, server }) {
    const on = DISCUSSED.find((one) => one === values.on) ?? "proposal"
    if (values.add !== undefined) {
      const added = await server.callOnce("comment.create", { on, item, text: values.add })
      return { json: added, text: "Comment added." }
    }
    const { comments } = await server.call("comment.list", { on, item })
    const lines = comments.map(
      ({ author, createdAt, text }) =>
        `${visible(author.name)}, ${createdAt.slice(0, 16)}Z\n  ${visible(text)}`,
    )
    return { json: { comments }, text: lines.length === 0 ? "No comments." : lines.join("\n") }
  },
})
