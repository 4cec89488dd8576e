// An index of the steps of a job: their ids and what they write to the environment of later steps.
import { listOf, type Mapping, mappingOf, textOf, textsIn } from './mappings.ts'
import { type Dialect, dialectsOf, posixOf } from './dialects.ts'
import { isShell, readScript, type ScriptReading, unread } from './scripts.ts'

export interface JobIndex {
  /** The values that steps write to GITHUB_ENV, by name in lowercase. */
  readonly environment: ReadonlyMap<string, readonly EnvironmentValue[]>
  /** The steps with an id in lowercase. Only one is valid. */
  readonly steps: ReadonlyMap<string, readonly number[]>
  /** The first step that writes to GITHUB_ENV in a way that cannot be read; Infinity if there is none. */
  readonly firstHidden: number
  /** The first step that runs code outside the workflow, which can also set variables; Infinity if there is none. */
  readonly firstProgram: number
}

interface EnvironmentValue {
  readonly at: number
  readonly value: string
}

/** The maximum number of values that the steps of a job write to the environment. */
const mostWritten = 20_000

/** Actions that set no variables, or none with text of users. */
const quietActions =
  /^(?:actions\/(?:attest[\w-]*|cache|checkout|configure-pages|create-github-app-token|dependency-review-action|deploy-pages|download-artifact|labeler|setup-[\w-]+|stale|upload-artifact|upload-pages-artifact)|github\/codeql-action)(?:\/|@)/i

/** Code of actions/github-script that can set variables. */
const setsVariables = /exportVariable|GITHUB_ENV|\brequire\b|\bimport\b|\bexec\b|::set-env/

/** Reads scripts and remembers the results: YAML aliases repeat a long script for a few characters. */
export class Scripts {
  readonly #read = new Map<string, ScriptReading>()
  readonly #unread = new Map<string, ScriptReading>()
  readonly #setting = new Map<string, boolean>()
  readonly #posix: Readonly<Record<Dialect, Map<string, string>>> = {
    posix: new Map(),
    powershell: new Map(),
    cmd: new Map(),
  }
  readonly #dialects = new WeakMap<Mapping, readonly Dialect[]>()
  readonly #indexes = new WeakMap<Mapping, JobIndex>()

  /** The script of a step, whose shell can be set for the job or the workflow. */
  ofStep(step: Mapping, job: Mapping, workflow: Mapping): ScriptReading {
    const shell = shellIn(step, job, workflow)
    const run = textOf(step['run'])
    if (run === '') return nothing
    if (!isShell(shell)) return remembered(this.#unread, run, unread)
    const [text = run] = this.#texts(run, shell, job)
    return remembered(this.#read, text, readScript)
  }

  /** The script of a step for a POSIX shell: two if its shell can be one of two, and none in other languages. */
  textsOf(step: Mapping, job: Mapping, workflow: Mapping): readonly string[] {
    const shell = shellIn(step, job, workflow)
    return isShell(shell) ? this.#texts(textOf(step['run']), shell, job) : []
  }

  #texts(run: string, shell: string, job: Mapping): readonly string[] {
    let dialects = shell === '' ? this.#dialects.get(job) : dialectsOf(shell, job)
    if (!dialects) {
      dialects = dialectsOf(shell, job)
      this.#dialects.set(job, dialects)
    }
    return dialects.map((dialect) =>
      remembered(this.#posix[dialect], run, (text) => posixOf(text, dialect)),
    )
  }

  indexOf(job: Mapping, workflow: Mapping): JobIndex {
    const before = this.#indexes.get(job)
    if (before) return before
    const index = this.#indexed(job, workflow)
    this.#indexes.set(job, index)
    return index
  }

  #indexed(job: Mapping, workflow: Mapping): JobIndex {
    const environment = new Map<string, EnvironmentValue[]>()
    const steps = new Map<string, readonly number[]>()
    let firstHidden = Infinity
    let firstProgram = Infinity
    let count = 0
    for (const [at, value] of listOf(job['steps']).entries()) {
      const step = mappingOf(value)
      const id = textOf(step['id']).toLowerCase()
      if (id !== '') steps.set(id, [...(steps.get(id) ?? []).slice(0, 10), at])
      const reading = this.ofStep(step, job, workflow)
      if (reading.startsPrograms || this.#usesProgram(step))
        firstProgram = Math.min(firstProgram, at)
      count += reading.environment.length
      if (reading.hidesEnvironment || count > mostWritten) firstHidden = Math.min(firstHidden, at)
      if (count > mostWritten) continue
      for (const { name, value } of reading.environment) {
        const written = environment.get(name.toLowerCase()) ?? []
        environment.set(name.toLowerCase(), written)
        written.push({ at, value })
      }
    }
    return { environment, steps, firstHidden, firstProgram }
  }

  #usesProgram(step: Mapping): boolean {
    const uses = textOf(step['uses']).slice(0, 1_000).trim()
    if (uses === '' || quietActions.test(uses)) return false
    if (!/^actions\/github-script@/i.test(uses) || typeof step['with'] === 'string') return true
    const test = (text: string) => setsVariables.test(text)
    return textsIn(step['with']).some((text) => remembered(this.#setting, text, test))
  }
}

const nothing: ScriptReading = readScript('')

/** The shell of the scripts of a job or workflow. */
export const shellOf = (members: Mapping): string =>
  textOf(mappingOf(mappingOf(members['defaults'])['run'])['shell'])

const shellIn = (step: Mapping, job: Mapping, workflow: Mapping): string =>
  textOf(step['shell']) || shellOf(job) || shellOf(workflow)

function remembered<Result>(
  known: Map<string, Result>,
  text: string,
  compute: (text: string) => Result,
): Result {
  const before = known.get(text)
  if (before !== undefined) return before
  const found = compute(text)
  known.set(text, found)
  return found
}
