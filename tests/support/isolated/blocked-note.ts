/** The file by which a child process of isolated-child.ts says that it no longer answers. */
export const noteOfBlocked = (script: string, pid: number | undefined) => `${script}.${pid}.blocked`
