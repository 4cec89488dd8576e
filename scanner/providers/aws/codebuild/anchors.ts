/** The alternatives of a pattern at the top level: `^a$|^(b|c)$` has two. */
function alternatives(pattern: string): readonly string[] {
  const found: string[] = []
  let [depth, from, set] = [0, 0, false]
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]
    if (c === '\\') i++
    else if (set) set = c !== ']'
    else if (c === '[') set = true
    else if (c === '(') depth++
    else if (c === ')') depth--
    else if (c === '|' && depth === 0) {
      found.push(pattern.slice(from, i))
      from = i + 1
    }
  }
  return [...found, pattern.slice(from)]
}

/** True if a pattern matches only whole texts: each alternative begins with `^` and ends with `$`. */
export const isAnchored = (pattern: string): boolean =>
  alternatives(pattern).every((it) => {
    const one = it.trim()
    return one.startsWith('^') && /(^|[^\\])(\\\\)*\$$/.test(one)
  })

/** True if a pattern matches variable letters or digits, as `^16024985.*$` does, which has both anchors. */
export const isOpen = (pattern: string): boolean =>
  /[.*+\\]|\{\d+(,\d*)?\}/.test(pattern.replaceAll(/\\[^A-Za-z0-9]/g, ''))
