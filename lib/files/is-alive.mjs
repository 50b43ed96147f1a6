/**
 * Whether a process of this number runs, whoever owns it. A later process may have the number: where that matters, take a lock.
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
