/** Path of the file that a child process of isolated-child.ts creates before it blocks. */
export const noteOfBlocked = (script: string, pid: number | undefined) => `${script}.${pid}.blocked`
