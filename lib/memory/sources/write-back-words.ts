/** How changes return to uploaded files, for display before and at an upload. */
export const UPLOAD_WRITE_BACK =
  "Approved changes to uploaded files are offered as a patch or a ZIP archive that you apply yourself. To write into a folder or a branch, import a server folder or use quarterdeck sync."

/** Returns how a team's changes are written back. `kinds`: the kinds of the team's sources. */
export function writeBackWords(kinds: readonly string[]): string {
  const uploads = kinds.filter((kind) => kind === "upload").length
  if (uploads > 0 && uploads === kinds.length) return `${UPLOAD_WRITE_BACK} You review every line first.`
  const all =
    "Approved changes are written back to each file’s source: as a branch, a patch or an archive, or directly into the folder."
  const only = uploads > 0 ? " Changes to uploaded files are offered as a patch or a ZIP archive only." : ""
  return `${all}${only} You review every line first.`
}
