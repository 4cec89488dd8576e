// Workflow patterns that allow untrusted users to run code with the repository's permissions.

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mappingOf = (value: unknown): Mapping => (isMapping(value) ? value : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Formats user-chosen names for a sentence. */
const shown = (text: string): string => {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
  return (plain.length > 100 ? `${plain.slice(0, 100)}…` : plain).toWellFormed()
}

/** Events that run with the repository's secrets for every user who can open a pull request or comment on one. */
const privileged = new Set(['pull_request_target', 'workflow_run', 'issue_comment'])

function eventsOf(on: unknown): readonly string[] {
  if (typeof on === 'string') return [on]
  if (Array.isArray(on)) return on.filter((event) => typeof event === 'string')
  return Object.keys(mappingOf(on))
}

/** Contexts with text of untrusted users. Source: GitHub's "Secure use reference", untrusted input. */
const untrusted = new RegExp(
  [
    String.raw`github\.head_ref\b`,
    String.raw`github\.event\.(?:issue|pull_request|discussion)\.(?:title|body)\b`,
    String.raw`github\.event\.(?:comment|review|review_comment)\.body\b`,
    String.raw`github\.event\.pull_request\.head\.(?:ref|label|repo\.default_branch)\b`,
    String.raw`github\.event\.(?:head_commit|commits(?:\.\*|\[\d+\])?)\.(?:message|author\.(?:email|name))\b`,
    String.raw`github\.event\.workflow_run\.(?:head_branch|display_title|head_commit\.(?:message|author\.(?:email|name)))\b`,
    String.raw`github\.event\.pages(?:\.\*|\[\d+\])?\.page_name\b`,
    String.raw`tojson\(\s*github(?:\.event(?:\.\w+)?)?\s*\)`,
  ].join('|'),
  'i',
)

/** Contexts with which a checkout gets the code of a pull request. */
const foreignCode =
  /github\.head_ref\b|github\.event\.pull_request\.(?:head\b|number\b)|github\.event\.workflow_run\.head_|github\.event\.number\b|refs\/pull\//i

/** Commands with the same effect. */
const foreignCommand =
  /\bgh\s+pr\s+checkout\b|\brefs\/pull\/|\bgit\s+fetch\b[^\n]{0,300}\bpull\/[^\s/]{1,300}\/(?:head|merge)\b/i

/** The maximum length of an expression in GitHub. */
const longestExpression = 21_000

/** The end of an expression: the first `}}` outside quotes; -1 if there is none. */
function endOf(text: string, from: number): number {
  const signs = /'|\}\}/g
  signs.lastIndex = from
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    if (sign[0] !== "'") return sign.index
    const closing = text.indexOf("'", signs.lastIndex)
    if (closing < 0) return text.indexOf('}}', from)
    signs.lastIndex = closing + 1
  }
  return text.indexOf('}}', from)
}

/** The contents of the expressions in a text, in linear time. */
function* insides(text: string): Generator<string> {
  for (let at = text.indexOf('${{'); at >= 0; ) {
    const end = endOf(text, at + 3)
    if (end < 0) return
    yield text.slice(at + 3, Math.min(end, at + longestExpression))
    at = text.indexOf('${{', end + 2)
  }
}

/** The dotted names that expressions in a text output; names in comparisons yield only true or false. */
export function* expressionsIn(text: string): Generator<string> {
  for (const inside of insides(text))
    yield inside
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\[ ?'([\w-]{1,100})' ?\]/g, '.$1')
      .replaceAll(/ ?\. ?/g, '.')
      .replaceAll(/\b(?:contains|startsWith|endsWith) ?\([^()]{0,500}\)/gi, 'true')
      .replaceAll(/[\w.*[\]'-]{1,200} ?(?:==|!=|<=|>=|<|>) ?[\w.*[\]'-]{1,200}/g, 'true')
}

function injected(text: string): string | null {
  for (const expression of expressionsIn(text)) {
    const found = untrusted.exec(expression)
    if (found) return found[0]
  }
  return null
}

/** True if inputs of a checkout name the code of a pull request. */
const isForeign = (text: string): boolean =>
  foreignCode.test(text) || [...expressionsIn(text)].some((one) => foreignCode.test(one))

interface Step {
  readonly job: string
  readonly members: Mapping
}

/** Steps of all jobs; a job that calls another workflow is a step that uses it. */
function stepsOf(workflow: Mapping): readonly Step[] {
  return Object.entries(mappingOf(workflow['jobs'])).flatMap(([job, value]) => {
    const members = mappingOf(value)
    const steps = listOf(members['steps']).map((step) => ({ job, members: mappingOf(step) }))
    return members['uses'] === undefined ? steps : [{ job, members: { uses: members['uses'] } }]
  })
}

const isCommit = (reference: string): boolean => /^[0-9a-f]{40}$/i.test(reference)

/** GitHub's own actions are as trustworthy as the runner. */
const vendors = new Set(['actions', 'github'])

/** An action of another owner with a reference that the owner can move; null if it is pinned or the account's own. */
export function movable(uses: string, owner: string): string | null {
  // `$/` is the root of the repository at the running commit, also with a reference.
  if (/^[.$]\//.test(uses)) return null
  if (uses.startsWith('docker://')) return /@sha256:[0-9a-f]{64}$/i.test(uses) ? null : uses
  const [path = '', reference = ''] = uses.split('@')
  const whose = (path.split('/')[0] ?? '').toLowerCase()
  if (vendors.has(whose) || whose === owner.toLowerCase()) return null
  return path === '' || isCommit(reference) ? null : uses
}

const allowsUnsecure = (members: Mapping): boolean =>
  String(mappingOf(members['env'])['ACTIONS_ALLOW_UNSECURE_COMMANDS']).toLowerCase() === 'true'

/** The maximum number of dangers in a record: a workflow can have tens of thousands. */
export const mostDangers = 100

/** Finds dangers in a workflow of `owner`. Expressions are treated as text and never evaluated. */
export function dangersIn(
  value: unknown,
  owner: string,
  look: (script: string) => string | null = injected,
): readonly string[] {
  const workflow = mappingOf(value)
  const jobs = Object.entries(mappingOf(workflow['jobs']))
  const steps = stepsOf(workflow)
  const isPrivileged = eventsOf(workflow['on']).some((event) => privileged.has(event))
  const found: string[] = []
  if (workflow['permissions'] === 'write-all')
    found.push('the workflow gives its token all permissions')
  if (allowsUnsecure(workflow)) found.push('the workflow allows unsecure commands in output')
  for (const [job, members] of jobs) {
    if (mappingOf(members)['permissions'] === 'write-all')
      found.push(`the job ${shown(job)} gives its token all permissions`)
    if (allowsUnsecure(mappingOf(members)))
      found.push(`the job ${shown(job)} allows unsecure commands in output`)
  }
  const looking = {
    owner,
    injected: once(look),
    isForeignCode: once((inputs) => isPrivileged && isForeign(inputs)),
    isForeignCommand: once((script) => isPrivileged && foreignCommand.test(script)),
  }
  for (const { job, members } of steps) found.push(...dangersOf(job, members, looking))
  return [...new Set(found)].slice(0, mostDangers)
}

/** YAML aliases repeat a long text for a few characters, so each text is analyzed once. */
function once<R>(look: (text: string) => R): (text: string) => R {
  const known = new Map<string, R>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = look(text)
    known.set(text, result)
    return result
  }
}

interface Looking {
  readonly owner: string
  readonly injected: (script: string) => string | null
  readonly isForeignCode: (inputs: string) => boolean
  readonly isForeignCommand: (script: string) => boolean
}

function dangersOf(job: string, step: Mapping, looking: Looking) {
  const { owner, injected, isForeignCode, isForeignCommand } = looking
  const found: string[] = []
  const [run, uses, inputs] = [textOf(step['run']), textOf(step['uses']), mappingOf(step['with'])]
  const isScript = /^actions\/github-script@/i.test(uses)
  const text = injected(run) ?? (isScript ? injected(textOf(inputs['script'])) : null)
  if (text !== null) found.push(`the job ${shown(job)} inserts ${shown(text)} into a script`)
  const from = `${textOf(inputs['ref'])} ${textOf(inputs['repository'])}`
  if ((/^actions\/checkout@/i.test(uses) && isForeignCode(from)) || isForeignCommand(run))
    found.push(`the job ${shown(job)} checks out code of a pull request with access to secrets`)
  const other = movable(uses, owner)
  if (uses && other !== null)
    found.push(`the job ${shown(job)} uses ${shown(other)}, which is not pinned to a commit`)
  if (allowsUnsecure(step))
    found.push(`a step of the job ${shown(job)} allows unsecure commands in output`)
  return found
}
