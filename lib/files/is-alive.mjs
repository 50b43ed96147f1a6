/**
 * True if a process with this ID is running, including processes of other users. The system may have reused
 * the ID, so take a lock if that matters.
 * @param {number} pid
 * @returns {boolean}
 */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause.code === "EPERM"
  }
}
