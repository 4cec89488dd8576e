// Workflow patterns that allow untrusted users to run code with the repository's permissions.
import { withoutExpressions } from './expressions.ts'
import {
  Flow,
  listOf,
  type Mapping,
  mappingOf,
  type Place,
  textOf,
  type WorkflowFile,
} from './flow.ts'

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

/** Commands that get the code of a pull request. */
const pullRequestCommand =
  /\bgh\s+pr\s+checkout\b|\brefs\/pull\/|\bgit\s+fetch\b[^\n]{0,300}\bpull\/[^\s/]{1,300}\/(?:head|merge)\b/i

/** Commands that get the code of a branch, commit or repository. */
const gitCommand =
  /\b(?:git\s+(?:checkout|clone|fetch|merge|pull|reset|switch|worktree)|gh\s+repo\s+clone)\b/i

/** Inputs of actions that run as code. Sources: the actions' documentation. */
const scriptInputs: Readonly<Record<string, readonly string[]>> = {
  'actions/github-script': ['script'],
  'addnab/docker-run-action': ['options', 'run'],
  'amadevus/pwsh-script': ['script'],
  'appleboy/ssh-action': ['script'],
  'azure/cli': ['inlinescript'],
  'azure/powershell': ['inlinescript'],
  'cardinalby/js-eval-action': ['expression'],
  'cross-platform-actions/action': ['run'],
  'jannekem/run-python-script-action': ['script'],
  'mikefarah/yq': ['cmd'],
  'nick-fields/retry': ['command', 'on_retry_command'],
  'reactivecircus/android-emulator-runner': ['pre-emulator-launch-script', 'script'],
  'uraimo/run-on-arch-action': ['install', 'run', 'setup'],
}

const isCommit = (reference: string): boolean => /^[0-9a-f]{40}$/i.test(reference)

/** GitHub's own actions are as trustworthy as the runner. */
const vendors = new Set(['actions', 'github'])

/** An action of another owner with a reference that the owner can move; null if it is pinned or the account's own. */
export function movable(value: string, owner: string): string | null {
  const uses = value.trim()
  // `$/` is the root of the repository at the running commit, also with a reference.
  if (/^[.$]\//.test(uses)) return null
  if (uses.startsWith('docker://')) return /@sha256:[0-9a-f]{64}$/i.test(uses) ? null : uses
  const [path = '', reference = ''] = uses.split('@')
  const whose = (path.split('/')[0] ?? '').toLowerCase()
  if (vendors.has(whose) || whose === owner.toLowerCase()) return null
  return path === '' || isCommit(reference) ? null : uses
}

/** The runner ignores case and surrounding spaces. */
const allowsUnsecure = (members: Mapping): boolean =>
  String(mappingOf(members['env'])['ACTIONS_ALLOW_UNSECURE_COMMANDS']).trim().toLowerCase() ===
  'true'

/** The maximum number of dangers in a record: a workflow can have tens of thousands. */
export const mostDangers = 100

export interface Analysis {
  /** Patterns that give untrusted users access, as sentences without the final period. */
  readonly dangers: readonly string[]
  /** Values in scripts that cannot be followed, in the same form. */
  readonly unclear: readonly string[]
}

/** Analyzes workflows of one repository. Expressions are never evaluated. */
export class Analyzer {
  readonly #flow: Flow
  readonly #owner: string
  /** YAML aliases repeat a long script for a few characters, so each script is searched once. */
  readonly #commands = new Map<string, Commands>()

  /** `repository` is `owner/name`; `isComplete` is false if some of its workflows could not be read. */
  constructor(repository: string, files: Iterable<WorkflowFile>, isComplete: boolean) {
    this.#flow = new Flow(repository, files, isComplete)
    this.#owner = repository.split('/')[0] ?? ''
  }

  analyze(file: WorkflowFile): Analysis {
    const { workflow } = file
    const dangers: string[] = []
    const unclear: string[] = []
    if (workflow['permissions'] === 'write-all')
      dangers.push('the workflow gives its token all permissions')
    if (allowsUnsecure(workflow)) dangers.push('the workflow allows unsecure commands in output')
    const isPrivileged = this.#eventsOf(file).some((event) => privileged.has(event))
    for (const [job, value] of Object.entries(mappingOf(workflow['jobs']))) {
      const members = mappingOf(value)
      if (members['permissions'] === 'write-all')
        dangers.push(`the job ${shown(job)} gives its token all permissions`)
      if (allowsUnsecure(members))
        dangers.push(`the job ${shown(job)} allows unsecure commands in output`)
      const found = { job: shown(job), isPrivileged, dangers, unclear }
      if (members['uses'] !== undefined)
        this.#action({ uses: members['uses'], with: members['with'] }, placeOf(file, job, 0), found)
      for (const [step, one] of listOf(members['steps']).entries())
        this.#step(mappingOf(one), placeOf(file, job, step), found)
    }
    const first = (all: readonly string[]) => [...new Set(all)].slice(0, mostDangers)
    return { dangers: first(dangers), unclear: first(unclear) }
  }

  /** The events of a workflow and of the workflows of the repository that call it. */
  #eventsOf(file: WorkflowFile): readonly string[] {
    const files = new Set([file])
    for (const one of files) for (const caller of this.#flow.callersOf(one)) files.add(caller.file)
    return [...files].flatMap(({ workflow }) => eventsOf(workflow['on']))
  }

  #step(step: Mapping, place: Place, found: Found): void {
    const run = textOf(step['run'])
    this.#inserted(run, place, found)
    if (found.isPrivileged && this.#getsPullRequest(run, place))
      found.dangers.push(checkout(found.job))
    this.#action(step, place, found)
    if (typeof step['env'] === 'string')
      found.unclear.push(`a step of the job ${found.job} has a computed environment`)
    if (allowsUnsecure(step))
      found.dangers.push(`a step of the job ${found.job} allows unsecure commands in output`)
  }

  #inserted(script: string, place: Place, { job, dangers, unclear }: Found): void {
    const { untrusted, unknown } = this.#flow.insertions(script, place)
    if (untrusted !== null) dangers.push(`the job ${job} inserts ${shown(untrusted)} into a script`)
    if (unknown !== null) unclear.push(`the job ${job} inserts ${shown(unknown)} into a script`)
  }

  #getsPullRequest(run: string, place: Place): boolean {
    let commands = this.#commands.get(run)
    if (!commands) {
      const lines = run.split('\n').filter((line) => gitCommand.test(line))
      commands = { getsPullRequest: pullRequestCommand.test(run), lines: lines.slice(0, mostLines) }
      this.#commands.set(run, commands)
    }
    return (
      commands.getsPullRequest ||
      commands.lines.some((line) => this.#flow.script(line, place, run).pullRequest !== null)
    )
  }

  /** Judges the use of an action or of a reusable workflow. */
  #action(step: Mapping, place: Place, found: Found): void {
    const { job, dangers, unclear } = found
    const uses = textOf(step['uses']).trim()
    if (uses === '') return
    const inputs = mappingOf(step['with'])
    const name = (uses.split('@')[0] ?? '').toLowerCase()
    if (typeof step['with'] === 'string')
      unclear.push(`the job ${job} passes computed inputs to ${shown(uses)}`)
    const scripts = Object.hasOwn(scriptInputs, name) ? (scriptInputs[name] ?? []) : []
    for (const [input, value] of Object.entries(inputs))
      if (scripts.includes(input.toLowerCase())) this.#inserted(textOf(value), place, found)
    if (found.isPrivileged && name === 'actions/checkout' && this.#isPullRequest(inputs, place))
      dangers.push(checkout(job))
    const other = movable(uses, this.#owner)
    if (other !== null)
      dangers.push(`the job ${job} uses ${shown(other)}, which is not pinned to a commit`)
    if (!/^[.$]\//.test(uses) || this.#flow.called(uses)) return
    for (const value of Object.values(inputs)) {
      const { untrusted } = this.#flow.expressions(textOf(value), place)
      if (untrusted !== null)
        unclear.push(`the job ${job} passes ${shown(untrusted)} to ${shown(uses)}`)
    }
  }

  /** True if inputs of a checkout name the code of a pull request. */
  #isPullRequest(inputs: Mapping, place: Place): boolean {
    const from = `${textOf(inputs['ref'])} ${textOf(inputs['repository'])}`
    if (/refs\/pull\//i.test(withoutExpressions(from))) return true
    return this.#flow.expressions(from, place).pullRequest !== null
  }
}

const placeOf = (file: WorkflowFile, job: string, step: number): Place => ({
  file,
  job,
  step,
  inStep: true,
})

const checkout = (job: string) =>
  `the job ${job} checks out code of a pull request with access to secrets`

/** The maximum number of commands of a script that are followed. */
const mostLines = 100

interface Commands {
  readonly getsPullRequest: boolean
  /** Lines with a command that can get code from a value. */
  readonly lines: readonly string[]
}

interface Found {
  /** The name of the job for sentences. */
  readonly job: string
  readonly isPrivileged: boolean
  readonly dangers: string[]
  readonly unclear: string[]
}
