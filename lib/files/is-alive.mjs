/**
 * True if a process with this number runs, of any user. The number may belong to a later process; take a lock where that matters.
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
