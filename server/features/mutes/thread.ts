/** The thread that parses mutelists and matches findings with them. */
import { type Failed, type Fault, failed, maxProblems } from '@plumbline/jsonapi'
import { answering } from '../../platform/threads/index.ts'
import { BadYaml, readYaml } from '@plumbline/scanner/yaml'
import type { Mutable } from '../recording/index.ts'
import { AccountList, type EntryName } from './matching.ts'
import { checked, checkPatterns, type Mutelist, textLimits } from './mutelist.ts'

export interface ListFault {
  readonly detail: string
  readonly code: string
  /** Below the configuration. */
  readonly at: string
}

/** Parsed lists, the most recently used last: a scan uses its list repeatedly. */
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

type Read = { readonly list: Mutelist } | { readonly faults: readonly ListFault[] }

/** The list that `read` returns with valid patterns, or what is wrong with it. */
function valid(read: (fault: Fault) => Mutelist | Failed): Read {
  const faults: ListFault[] = []
  const fault: Fault = (detail, code = 'invalid', at = '') => {
    if (faults.length < maxProblems) faults.push({ detail, code, at })
    return failed
  }
  const list = read(fault)
  if (list === failed) return { faults }
  checkPatterns(list, fault)
  return faults.length > 0 ? { faults } : { list }
}

const functions = {
  /** A list from its text in YAML or JSON. */
  read: (text: string): Read =>
    valid((fault) => {
      try {
        return checked(readYaml(text, textLimits), fault)
      } catch (error) {
        if (!(error instanceof BadYaml)) throw error
        return fault(
          `Must be valid YAML or JSON without tags and duplicate keys: it ${error.message}.`,
        )
      }
    }),
  /** A list whose shape is checked already, as JSON. */
  check: (list: string): Read => valid(() => JSON.parse(list) as Mutelist),
  /** What a finding of the account costs at most, in searches for a keyword; `list` is JSON, here and below. */
  cost: (list: string, account: string): number => accountList(list, account).cost,
  /** Those of the checks that an entry is about. */
  concerned(list: string, account: string, checks: readonly string[]): string[] {
    const found = accountList(list, account)
    return checks.filter((check) => found.concerns(check))
  },
  /** For each finding whether an entry hides it, on request every entry that hides one, and the time that it took. */
  hidden(list: string, account: string, findings: readonly Mutable[], withEntries: boolean) {
    const startedMs = performance.now()
    const entries = new Set<EntryName>()
    const found = accountList(list, account)
    const hidden = findings.map((finding) => {
      if (withEntries) found.addHiding(finding, entries)
      return found.hides(finding)
    })
    return { hidden, entries: [...entries], ms: performance.now() - startedMs }
  },
}
export type ListFunctions = typeof functions

answering(functions)
