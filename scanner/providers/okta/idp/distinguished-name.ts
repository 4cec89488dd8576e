/** The parts of a name, `CN=DoD Root CA 3`, in lower case; a comma within a value is escaped or quoted. */
function partsOf(name: string): readonly string[] {
  const parts = name.match(/(?:\\.|"(?:[^"\\]|\\.)*"|[^,])+/g) ?? []
  return parts.map((part) => {
    const [type = '', ...value] = part.split('=')
    return `${type.trim()}=${value.join('=').trim()}`.toLowerCase()
  })
}

/** True if a distinguished name has every part of the other. */
export function hasParts(name: string, wanted: string): boolean {
  const parts = new Set(partsOf(name))
  return partsOf(wanted).every((part) => parts.has(part))
}
