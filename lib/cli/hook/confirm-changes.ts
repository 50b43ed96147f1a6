import { type Command, wrongForm } from "../infra/command"
import { confirm } from "../infra/confirm"
import { refuse } from "../infra/exit-codes"
import type { FileChange } from "./install/plan"

/** Asks whether to write the files. Throws if the answer is no, or if there is no terminal to ask. */
export async function confirmChanges(command: Command, changes: readonly FileChange[]): Promise<void> {
  const sure = await confirm(`Write ${changes.map((one) => one.shown).join(" and ")}?`)
  if (sure === null)
    throw wrongForm(
      command,
      "no terminal to ask for confirmation: pass --yes to write, or --dry-run to preview",
    )
  if (!sure) throw refuse("cancelled", "no files were changed")
}
