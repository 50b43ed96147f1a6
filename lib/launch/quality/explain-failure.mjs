/** Names of errors whose message alone is shown to the user. */
const IN_WORDS = new Set(["Refusal", "NewerDatabase", "OlderDatabase"])

const FULL = /ENOSPC|EDQUOT|No space left on device|Check free disk space/
const UNWRITABLE = /EACCES|EPERM|EROFS|Permission denied|Read-only file system/

/** Returns what a failed start prints: a message with the next step, or the error with its stack if it is a fault of ours. */
export function explainFailure(error) {
  const text = messagesOf(error)
  if (FULL.test(text))
    return `\nThe disk is full: ${firstLine(error)}\nFree up some space, or set QUARTERDECK_HOME to a folder on another disk, then start again. Nothing was lost.`
  if (IN_WORDS.has(error?.name)) return `\n${error.message}`
  if (UNWRITABLE.test(text) && error?.path)
    return `\nCannot write ${error.path} (${firstLine(error)}). Fix its permissions, or set QUARTERDECK_HOME to a writable folder.`
  return error
}

function messagesOf(error) {
  let text = ""
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1)
    text += `${one.code ?? ""} ${one.message}\n`
  return text
}

const firstLine = (error) => String(error?.message).trim().split("\n")[0]
