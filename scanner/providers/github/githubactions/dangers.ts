// Workflow patterns that allow untrusted users to run code with the repository's permissions.
import { otherLanguages, scriptInputsOf } from './actions.ts'
import { type Checkouts, checkoutsIn, usesName } from './checkouts.ts'
import { Mentions } from './definitions.ts'
import { Flow, type Place, type WorkflowFile } from './flow.ts'
import { shellOf } from './jobs.ts'
import { listOf, type Mapping, mappingOf, membersOf, textOf } from './mappings.ts'
import { canCheckOut } from './programs.ts'
import type { Sources } from './sources.ts'

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

/** Names of actions are shorter. */
const longestName = 1_000

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
  readonly #checkouts = new Map<string, Checkouts>()
  readonly #unsecure = new Map<unknown, boolean>()
  readonly #checkingOut = new Map<string, boolean>()
  readonly #mentions = new Mentions()
  #followed = 0
  #read = 0

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
    if (this.#allowsUnsecure(workflow))
      dangers.push('the workflow allows unsecure commands in output')
    const access = this.#accessOf(file)
    const place = { file, job: null, step: -1, inStep: false }
    // The command of a shell is code, too.
    this.#inserted(shellOf(workflow), place, 'the workflow', { dangers, unclear })
    for (const [job, value] of Object.entries(mappingOf(workflow['jobs']))) {
      const members = mappingOf(value)
      if (members['permissions'] === 'write-all')
        dangers.push(`the job ${shown(job)} gives its token all permissions`)
      if (this.#allowsUnsecure(members))
        dangers.push(`the job ${shown(job)} allows unsecure commands in output`)
      const fetched = new Map<string, boolean>()
      const found = { job: shown(job), access, dangers, unclear, fetched }
      const outside = { file, job, step: -1, inStep: false }
      this.#inserted(shellOf(members), outside, `the job ${found.job}`, found)
      this.#containers(members, outside, found)
      if (members['uses'] !== undefined) this.#action(members, placeOf(file, job, 0), found)
      for (const [step, one] of listOf(members['steps']).entries())
        this.#step(mappingOf(one), placeOf(file, job, step), found)
    }
    const first = (all: readonly string[]) => [...new Set(all)].slice(0, mostDangers)
    return { dangers: first(dangers), unclear: first(unclear) }
  }

  #allowsUnsecure(members: Mapping): boolean {
    const value = mappingOf(members['env'])['ACTIONS_ALLOW_UNSECURE_COMMANDS']
    const before = this.#unsecure.get(value)
    if (before !== undefined) return before
    // The runner ignores case and surrounding spaces.
    const isAllowed = String(value).trim().toLowerCase() === 'true'
    this.#unsecure.set(value, isAllowed)
    return isAllowed
  }

  /** The callers of a reusable workflow decide its access: those in the repository, or unread ones in others. */
  #accessOf(file: WorkflowFile): Access {
    const files = new Set([file])
    let isOpen = false
    for (const one of files) {
      const callers = this.#flow.callersOf(one)
      for (const caller of callers) files.add(caller.file)
      isOpen ||= callers.length === 0 && eventsOf(one.workflow['on']).includes('workflow_call')
    }
    const events = [...files].flatMap(({ workflow }) => eventsOf(workflow['on']))
    if (events.some((event) => privileged.has(event))) return 'secrets'
    return isOpen ? 'unread callers' : 'none'
  }

  /** The options of a container become arguments of a command, and its image is code. */
  #containers(members: Mapping, place: Place, { job, dangers }: Found): void {
    const containers = [members['container'], ...Object.values(mappingOf(members['services']))]
    for (const container of containers) {
      const { image, options } = mappingOf(container)
      const values = [
        ['image', textOf(container) || textOf(image)] as const,
        ['options', textOf(options)] as const,
      ]
      for (const [what, value] of values) {
        const { untrusted } = this.#flow.insertions(value, place)
        if (untrusted !== null)
          dangers.push(`the job ${job} inserts ${shown(untrusted)} into the ${what} of a container`)
      }
    }
  }

  #step(step: Mapping, place: Place, found: Found): void {
    const run = textOf(step['run'])
    for (const script of [run, textOf(step['shell'])])
      this.#inserted(script, place, `the job ${found.job}`, found)
    if (found.access !== 'none') this.#scriptOf(step, place, found)
    const escaping = this.#flow.escaping(place)
    if (escaping !== null)
      found.dangers.push(
        `the job ${found.job} writes ${shown(escaping)} to the environment without a random delimiter`,
      )
    const path = this.#flow.searched(place)
    if (path !== null)
      found.dangers.push(
        `the job ${found.job} writes ${shown(path)} to the search path of commands`,
      )
    this.#action(step, place, found)
    if (typeof step['env'] === 'string')
      found.unclear.push(`a step of the job ${found.job} has a computed environment`)
    if (this.#allowsUnsecure(step))
      found.dangers.push(`a step of the job ${found.job} allows unsecure commands in output`)
  }

  #inserted(script: string, place: Place, where: string, { dangers, unclear }: Sentences): void {
    if (script === '') return
    const { untrusted, unknown } = this.#flow.insertions(script, place)
    if (untrusted !== null) dangers.push(`${where} inserts ${shown(untrusted)} into a script`)
    if (unknown !== null) unclear.push(`${where} inserts ${shown(unknown)} into a script`)
  }

  #scriptOf(step: Mapping, place: Place, found: Found): void {
    const run = textOf(step['run'])
    if (run === '') return
    const job = mappingOf(mappingOf(place.file.workflow['jobs'])[place.job ?? ''])
    const texts = this.#flow.scripts.textsOf(step, job, place.file.workflow)
    for (const text of texts) this.#checkoutsOf(text, place, found)
    if (texts.length === 0 && found.access === 'secrets' && this.#canCheckOut(run))
      found.unclear.push(unreadCommand(found.job))
  }

  #checkoutsIn(run: string, place: Place): Checkouts | null {
    const job = mappingOf(mappingOf(place.file.workflow['jobs'])[place.job ?? ''])
    const index = this.#flow.scripts.indexOf(job, place.file.workflow)
    const definitions = this.#mentions.definitions(run, place, index)
    const key = definitions.size === 0 ? run : JSON.stringify([run, ...definitions])
    const before = this.#checkouts.get(key)
    if (before) return before
    // The same long script with other definitions is read again.
    if (definitions.size > 0) this.#read += run.length
    if (this.#read > mostRead) return null
    const checkouts = checkoutsIn(run, definitions)
    this.#checkouts.set(key, checkouts)
    return checkouts
  }

  /** Judges the commands of a script that check out code, also code that an earlier step of the job fetched. */
  #checkoutsOf(run: string, place: Place, found: Found): void {
    const { job, access, fetched, unclear } = found
    const checkouts = this.#checkoutsIn(run, place)
    if (!checkouts) {
      unclear.push(`the job ${job} is in a repository with too many variables in its scripts`)
      return
    }
    if (!checkouts.isComplete && access === 'secrets')
      unclear.push(`the job ${job} runs git in a script that cannot be read to its end`)
    for (const { kind, selected, names, text } of checkouts.found) {
      this.#followed += 1
      if (this.#followed > mostFollowed) {
        unclear.push(`the job ${job} is in a repository with more than ${mostFollowed} checkouts`)
        return
      }
      if (kind === 'possible') {
        if (access === 'secrets') unclear.push(unreadCommand(job))
        continue
      }
      const sources = this.#flow.script(text, place)
      const used = [...fetched].filter(([name]) => usesName(selected, name))
      const isPullRequest =
        kind === 'pull request' || isOfPullRequest(sources) || used.some(([, isKnown]) => isKnown)
      const isUnknown = sources.unknown !== null || used.length > 0
      if (kind !== 'fetch' && kind !== 'download') {
        if (isPullRequest) reportCheckout(found, null)
        else if (isUnknown) reportCheckout(found, sources.unknown ?? used[0]?.[0] ?? '')
      } else if (fetched.size > mostFetched)
        unclear.push(`the job ${job} fetches code from more than ${mostFetched} places`)
      else if (isPullRequest || (isUnknown && kind === 'fetch'))
        for (const name of names) fetched.set(name, isPullRequest || fetched.get(name) === true)
    }
  }

  #canCheckOut(program: string): boolean {
    const before = this.#checkingOut.get(program)
    if (before !== undefined) return before
    const found = canCheckOut(program)
    this.#checkingOut.set(program, found)
    return found
  }

  /** Judges the use of an action or of a reusable workflow. */
  #action(step: Mapping, place: Place, found: Found): void {
    const { job, dangers, unclear } = found
    const uses = textOf(step['uses']).slice(0, longestName).trim()
    if (uses === '') return
    const inputs = mappingOf(step['with'])
    const name = (uses.split('@')[0] ?? '').toLowerCase()
    if (typeof step['with'] === 'string')
      unclear.push(`the job ${job} passes computed inputs to ${shown(uses)}`)
    const scripts = scriptInputsOf(name)
    for (const [input, value] of Object.entries(inputs)) {
      if (!scripts.includes(input.toLowerCase())) continue
      const script = textOf(value)
      this.#inserted(script, place, `the job ${job}`, found)
      if (found.access === 'none') continue
      if (!otherLanguages.has(name)) this.#checkoutsOf(script, place, found)
      else if (found.access === 'secrets' && this.#canCheckOut(script))
        unclear.push(`the job ${job} can check out code in a script of ${shown(uses)}`)
    }
    if (found.access !== 'none' && name === 'actions/checkout') this.#checkout(inputs, place, found)
    const other = movable(uses, this.#owner)
    if (other !== null)
      dangers.push(`the job ${job} uses ${shown(other)}, which is not pinned to a commit`)
    if (!this.#isUnread(uses, step) || this.#flow.called(uses)) return
    for (const value of [inputs, mappingOf(step['secrets'])].flatMap(Object.values)) {
      const { untrusted } = this.#flow.expressions(textOf(value), place)
      if (untrusted !== null)
        unclear.push(`the job ${job} passes ${shown(untrusted)} to ${shown(uses)}`)
    }
  }

  /** True for actions of the account and for reusable workflows, which can insert their inputs into a script. */
  #isUnread(uses: string, members: Mapping): boolean {
    if (uses.toLowerCase().startsWith(`${this.#owner.toLowerCase()}/`)) return true
    return /^[.$]\//.test(uses) || /\.ya?ml(?:@|$)/i.test(uses) || members['secrets'] !== undefined
  }

  /** Judges the inputs of actions/checkout, which select the code. Names of inputs have no case. */
  #checkout(inputs: Mapping, place: Place, found: Found): void {
    const from = ['ref', 'repository']
      .flatMap((name) => membersOf(inputs, name))
      .map(([, value]) => textOf(value))
      .join(' ')
    const sources = this.#flow.expressions(from, place)
    if (isOfPullRequest(sources)) reportCheckout(found, null)
    else if (sources.unknown !== null) reportCheckout(found, sources.unknown)
  }
}

/** Untrusted text, such as a comment, can name a pull request. */
const isOfPullRequest = ({ pullRequest, untrusted }: Sources): boolean =>
  pullRequest !== null || untrusted !== null

const placeOf = (file: WorkflowFile, job: string, step: number): Place => ({
  file,
  job,
  step,
  inStep: true,
})

/** Reusable workflows often check out an input, so that is not reported if their callers are unread. */
function reportCheckout({ job, access, dangers, unclear }: Found, unknown: string | null): void {
  if (access === 'secrets') {
    if (unknown === null)
      dangers.push(`the job ${job} checks out code of a pull request with access to secrets`)
    else unclear.push(`the job ${job} checks out ${shown(unknown)} with access to secrets`)
  } else if (unknown === null)
    unclear.push(
      `the job ${job} checks out code of a pull request, and no workflow of the repository calls it`,
    )
}

const unreadCommand = (job: string) =>
  `the job ${job} can check out code with a command that cannot be read`

/** The maximum number of characters of scripts that are read with the values of variables. */
const mostRead = 5_000_000

/** The maximum number of names of fetched code in a job. */
const mostFetched = 20

/** The maximum number of checkouts in the scripts of a repository. */
const mostFollowed = 20_000

interface Sentences {
  readonly dangers: string[]
  readonly unclear: string[]
}

/** The access of code of pull requests that a workflow checks out. */
type Access = 'secrets' | 'unread callers' | 'none'

interface Found extends Sentences {
  /** The name of the job for sentences. */
  readonly job: string
  readonly access: Access
  /** Names of code that the job fetched; true for code of a pull request, false if its origin is unknown. */
  readonly fetched: Map<string, boolean>
}
