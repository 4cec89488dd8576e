/** The thread that reads mutelists and holds findings against them. */
import { type Fault, failed, maxProblems } from '@plumbline/jsonapi'
import { answering } from '../../platform/threads/index.ts'
import { BadYaml, readYaml } from '@plumbline/scanner/yaml'
import type { Mutable } from '../findings/index.ts'
import { AccountList } from './matching.ts'
import { checked, type Mutelist, textLimits } from './mutelist.ts'

export interface ListFault {
  readonly detail: string
  readonly code: string
  /** Below the configuration. */
  readonly at: string
}

/** Lists that are ready, the one that was used last at the end: a scan asks for its own again and again. */
const ready = new Map<string, AccountList>()
const mostReady = 8

function accountList(list: string, account: string): AccountList {
  const key = `${account}\n${list}`
  const found = ready.get(key) ?? new AccountList(JSON.parse(list) as Mutelist, account)
  ready.delete(key)
  ready.set(key, found)
  const [oldest] = ready.keys()
  if (ready.size > mostReady && oldest !== undefined) ready.delete(oldest)
  return found
}

const functions = {
  /** A list from its text in YAML or JSON. */
  read(text: string): { readonly list: Mutelist } | { readonly faults: readonly ListFault[] } {
    const faults: ListFault[] = []
    const fault: Fault = (detail, code = 'invalid', at = '') => {
      if (faults.length < maxProblems) faults.push({ detail, code, at })
      return failed
    }
    try {
      const list = checked(readYaml(text, textLimits), fault)
      return list === failed ? { faults } : { list }
    } catch (error) {
      if (!(error instanceof BadYaml)) throw error
      fault(`Must be YAML or JSON without errors, tags and repeated keys: it ${error.message}.`)
      return { faults }
    }
  },
  /** Patterns of the entries about an account; `list` is JSON, here and below. */
  patterns: (list: string, account: string): number => accountList(list, account).patterns,
  /** Those of the checks that an entry is about. */
  concerned(list: string, account: string, checks: readonly string[]): string[] {
    const found = accountList(list, account)
    return checks.filter((check) => found.concerns(check))
  },
  /** Of each finding whether an entry hides it, and the time that it took. */
  hidden(list: string, account: string, findings: readonly Mutable[]) {
    const startedMs = performance.now()
    const found = accountList(list, account)
    const hidden = findings.map((finding) => found.hides(finding))
    return { hidden, ms: performance.now() - startedMs }
  },
}
export type ListFunctions = typeof functions

answering(functions)
