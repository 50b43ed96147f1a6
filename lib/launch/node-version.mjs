// Imported first, so that an old Node gets a clear message before a syntax error.
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Quarterdeck needs Node 20.19 or later. This is Node ${process.versions.node}. Node 24 is recommended.`,
  )
  process.exit(1)
}
