/** Validates that a command of a check can be pasted into a shell after its `<placeholders>` are replaced. */
import { spawnSync } from 'node:child_process'

const placeholder = /<[a-z][a-z0-9 -]*>/gi

/** A word of a command: the argument, and whether all of it is in single quotes. */
interface Word {
  readonly text: string
  readonly isQuoted: boolean
}

/** Returns the problems of a command, one sentence each. */
export function commandProblems(command: string): readonly string[] {
  if (/\n|^\s|\s$|…/.test(command)) return ['It is not one whole line.']
  // In JSON a placeholder may also replace a number.
  const [filled, numbered] = ['word', '1'].map((text) => command.replaceAll(placeholder, text))
  const parsed = spawnSync('bash', ['-n'], { input: filled, encoding: 'utf8' })
  if (parsed.error) throw parsed.error
  if (parsed.status !== 0) return [`bash does not parse it: ${parsed.stderr.trim()}`]
  const [commands, others] = [commandsIn(filled ?? ''), commandsIn(numbered ?? '')]
  if (typeof commands === 'string') return [commands]
  return commands.flatMap((words, at) => [
    ...(at === 0 && bodyOfGh.test(command) ? [] : nameProblems(words)),
    ...words.flatMap((word, place) => {
      const other = typeof others === 'string' ? undefined : others[at]?.[place]
      return jsonProblems(word, other)
    }),
  ])
}

/** JSON that `gh api` reads from standard input: its field options cannot express every object. */
const bodyOfGh = /^echo '\{[^']*\}' \| gh api [^|&]*--input -$/

/** Returns the commands of a line, separated by `|` and `&&`, or the reason why the line is invalid. */
function commandsIn(line: string): readonly (readonly Word[])[] | string {
  const part = /\s+|(\|\|?|&&)|((?:'[^']*'|"(?:[^"\\$`]|\\.)*"|\\.|[^\s'"\\|&;<>(){}[\]*?$`~#!])+)/y
  const commands: Word[][] = [[]]
  while (part.lastIndex < line.length) {
    const at = part.lastIndex
    const found = part.exec(line)
    if (!found)
      return `The shell does something of its own at ${JSON.stringify(line.slice(at, at + 12))}.`
    const [, tie, word] = found
    if (tie === '||') return 'It goes on after what has failed.'
    if (tie !== undefined) commands.push([])
    else if (word !== undefined) commands.at(-1)?.push(wordOf(word))
  }
  return commands
}

const wordOf = (source: string): Word => ({
  text: source.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, plain, double, one) =>
    String(plain ?? (double as string | undefined)?.replaceAll(/\\(.)/g, '$1') ?? one),
  ),
  isQuoted: /^(?:[\w-]+=)?'[^']*'$/.test(source),
})

const verbs: ReadonlySet<string> = new Set([
  'annotate',
  'apply',
  'auth',
  'certificate',
  'config',
  'create',
  'delete',
  'describe',
  'edit',
  'get',
  'label',
  'patch',
  'rollout',
  'scale',
  'set',
])

function nameProblems([program, ...rest]: readonly Word[]): readonly string[] {
  const [service, operation] = rest.map(({ text }) => text)
  const isName = (text = ''): boolean => /^[a-z][a-z0-9-]*$/.test(text)
  if (program?.text === 'aws' && isName(service) && isName(operation)) return []
  if (program?.text === 'kubectl' && verbs.has(service ?? '')) return []
  if (program?.text === 'gh' && (service === 'api' || (service === 'repo' && isName(operation))))
    return []
  return [`It calls "${program?.text ?? ''}", and not an operation of aws, gh or kubectl.`]
}

/** `numbered` is the same word with a number in place of each placeholder. */
function jsonProblems({ text, isQuoted }: Word, numbered: Word | undefined): readonly string[] {
  if (!/^(?:[\w-]+=)?(?:\[\s*)*(?:\{\s*["}]|\[\s*["\]\d-])/.test(text)) return []
  if (!isQuoted) return [`Its JSON is not in single quotes: ${text}`]
  const isJson = [text, numbered?.text ?? ''].some((one) => {
    try {
      JSON.parse(one.replace(/^[\w-]+=/, ''))
      return true
    } catch {
      return false
    }
  })
  return isJson ? [] : [`Its JSON does not parse: ${text}`]
}
