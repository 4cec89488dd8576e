// Rewrites scripts for PowerShell and cmd so that the reader of POSIX scripts splits them in the same way. Sources:
// Microsoft, "about_Quoting_Rules" and "about_Special_Characters"; "cmd".
import { type Mapping, mappingOf, textsIn } from './mappings.ts'

export type Dialect = 'posix' | 'powershell' | 'cmd'

const dialectOf = (shell: string): Dialect => {
  const [program = ''] = shell.trim().slice(0, 1_000).toLowerCase().split(/\s/)
  const name = (program.split(/[/\\]/).at(-1) ?? '').replace(/\.exe$/, '')
  if (name === 'pwsh' || name === 'powershell') return 'powershell'
  return name === 'cmd' ? 'cmd' : 'posix'
}

/** The dialects that a script can have: on a runner that the workflow computes, it can have two. */
export function dialectsOf(shell: string, job: Mapping): readonly Dialect[] {
  if (shell !== '') return [dialectOf(shell)]
  const runner = job['runs-on']
  const names = textsIn(mappingOf(runner)['labels'] ?? runner)
  if (names.some((name) => /windows/i.test(name))) return ['powershell']
  if (!names.some((name) => name.includes('${{'))) return ['posix']
  const matrix = mappingOf(job['strategy'])['matrix']
  const values = typeof matrix === 'string' ? [matrix] : textsIn(matrix)
  return values.some((value) => /windows|\$\{\{/i.test(value)) ? ['posix', 'powershell'] : ['posix']
}

/** The script with the escapes of a POSIX shell, in linear time. */
export function posixOf(script: string, dialect: Dialect): string {
  if (dialect === 'posix') return script
  const text = script.replaceAll('\\', '\\\\')
  if (dialect === 'cmd') return text.replaceAll(/\^(\r?\n|[^\r\n])/g, '\\$1')
  const quoted = ['"', "'"].reduce(
    (all, sign) => between(all, `@${sign}`, `\n${sign}@`, (inside) => quote(inside, sign)),
    between(text, '<#', '#>', () => ' '),
  )
  return quoted.replaceAll(/`([^\r\n])/g, '\\$1')
}

/** A here-string of PowerShell as a quoted text. */
const quote = (text: string, sign: string): string =>
  sign === '"' ? `"${text.replaceAll('"', '`"')}"` : `'${text.replaceAll("'", '')}'`

/** Replaces the parts of a text from an opening to a closing sign. */
function between(
  text: string,
  open: string,
  close: string,
  replace: (inside: string) => string,
): string {
  const kept: string[] = []
  let from = 0
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at + open.length)
    if (end < 0) break
    kept.push(text.slice(from, at), replace(text.slice(at + open.length, end)))
    from = end + close.length
  }
  return [...kept, text.slice(from)].join('')
}
